import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import type { Block } from '../../../../../src/engine/stages/blocks/block.js'
import { runSetsTask } from '../../../../../src/engine/stages/groups/sets-task.js'
import { readSets, UNGROUPED } from '../../../../../src/engine/stages/groups/stored-sets.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'

/** The memory of a block that is in memory. */
const memoryOf = (block: Block) => ('memory' in block ? block.memory : undefined)

const TEXTS = ['one two three', 'two three four', 'three four five six', 'seven eight nine']
const LINES = TEXTS.map((text) => JSON.stringify({ text }))

/** An input that counts the bytes that are read. */
function threadOver(content: string) {
  const bytes = new TextEncoder().encode(content)
  const read = { bytes: 0 }
  const inputs = {
    open: () => ({
      size: bytes.length,
      readAt(offset: number, target: Uint8Array) {
        const piece = bytes.subarray(offset, offset + target.length)
        target.set(piece)
        read.bytes += piece.length
        return piece.length
      },
      checkUnchanged() {},
      close() {},
    }),
  }
  return { thread: new Thread({ inputs, store: nodeBlocks }), read }
}

/** The position of the first record. */
const FIRST = 2

/** Makes the sets of `LINES` in groups. */
function setsTasks() {
  const content = `${LINES.join('\n')}\n`
  const { thread, read } = threadOver(content)
  let start = 0
  const locations = LINES.flatMap((line) => {
    const location = [start, line.length]
    start += line.length + 1
    return location
  })
  const sketch = nodeBlocks.put({ name: 'sketch' }, [
    { tag: SKETCH.locations, bytes: Uint32Array.from(locations) },
    { tag: SKETCH.sizes, bytes: Uint32Array.from(TEXTS, (text) => text.split(' ').length) },
  ])
  const task = {
    kind: 'sets' as const,
    unit: { file: 0, name: 'a.jsonl', path: 'a.jsonl', from: 0, to: content.length },
    kernel: { textFields: ['text'], shingle: { kind: 'words' as const, k: 1 }, keepSets: true },
    sketch,
    first: FIRST,
    count: TEXTS.length,
  }
  const make = (groupOf: readonly number[], known?: Block, keepsUngrouped = false) =>
    runSetsTask(
      {
        ...task,
        groupOf: Uint32Array.of(0, 0, ...groupOf),
        known,
        keepsUngrouped,
        location: { name: `${groupOf}` },
      },
      thread,
    )
  return { make, read }
}

function setsIn(block: Block, group: number) {
  return readSets(nodeBlocks, [block], group).flatMap(({ positions, sizes, elements }) => {
    let end = 0
    return Array.from(positions, (position, i) => {
      end += sizes[i]!
      return { position, set: Array.from(elements.subarray(end - sizes[i]!, end)) }
    }).sort((x, y) => x.position - y.position)
  })
}

it('sets that an earlier stage has made are taken from there, and only the others are read', () => {
  const { make, read } = setsTasks()
  const fresh = make([1, 1, 2, 1])
  read.bytes = 0
  const reused = make([1, 1, 2, 1], make([1, 0, 2, 0]))
  for (const group of [1, 2]) expect(setsIn(reused, group)).toEqual(setsIn(fresh, group))
  expect(read.bytes).toBeGreaterThan(0)
  const earlier = make([1, 0, 2, 0])
  const before = read.bytes
  make([1, 0, 1, 0], earlier)
  expect(read.bytes).toBe(before)
})

describe('sets that all stay in one group', () => {
  const cases: [title: string, earlier: readonly number[], groups: readonly number[], fits?: boolean][] = [
    ['under another number', [1, 1, 1, 1], [2, 2, 2, 2]],
    ['some of all', [1, 0, 0, 1], [3, 0, 0, 3]],
    ['without those of another group', [1, 2, 1, 2], [5, 0, 5, 0]],
    ['although some leave it', [1, 1, 1, 1], [2, 2, 0, 2]],
    ['and none of them is left', [1, 1, 1, 1], [0, 0, 0, 0]],
    ['with others that are read', [1, 0, 1, 0], [4, 4, 4, 0], false],
    ['although some change to another', [1, 1, 1, 1], [2, 2, 3, 2], false],
  ]
  it.each(cases)('%s', (_, earlier, groups, fits = true) => {
    const { make } = setsTasks()
    const known = make(earlier)
    const moved = make(groups, known)
    expect(memoryOf(moved) === memoryOf(known)).toBe(fits)
    const fresh = make(groups)
    for (let group = 1; group <= 5; group++) expect(setsIn(moved, group)).toEqual(setsIn(fresh, group))
  })

  it('from the numbers of their records to their positions', () => {
    const { make } = setsTasks()
    // Those without a group are kept: the first of a unit has the number 0.
    const kept = make([0, 0, 1, 0], make([1, 1, 1, 1]), true)
    expect(setsIn(kept, UNGROUPED).map(({ position }) => position)).toEqual([0, 1, 3])
    expect(setsIn(make([2, 2, 0, 2], kept), 2)).toEqual(setsIn(make([2, 2, 0, 2]), 2))
  })
})
