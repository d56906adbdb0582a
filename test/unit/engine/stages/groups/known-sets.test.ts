import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import type { Block, BlockLocation } from '../../../../../src/engine/stages/blocks/block.js'
import { withBlock } from '../../../../../src/engine/stages/blocks/segments.js'
import { runSetsTask } from '../../../../../src/engine/stages/groups/sets-task.js'
import { readSets, readWideSets, UNGROUPED } from '../../../../../src/engine/stages/groups/stored-sets.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { WIDE_FROM } from '../../../../../src/text/wide-shingles.js'

const TEXTS = ['one two three', 'two three four', 'three four five six', 'seven eight nine']

/** A thread over an input. It counts the bytes that are read, and those of its arrays. */
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
  const arrays = { bytes: 0 }
  const allocate = (size: number) => {
    arrays.bytes += size
    return new ArrayBuffer(size)
  }
  return { thread: new Thread({ inputs, store: nodeBlocks, allocate }), read, arrays }
}

/** The position of the first record. */
const FIRST = 2

/**
 * Makes the sets of texts in groups.
 *
 * @param locate chooses where a block goes. Default: to memory
 */
function setsTasks(texts = TEXTS, locate: (name: string) => BlockLocation = (name) => ({ name })) {
  const lines = texts.map((text) => JSON.stringify({ text }))
  const content = `${lines.join('\n')}\n`
  const { thread, read, arrays } = threadOver(content)
  let start = 0
  const locations = lines.flatMap((line) => {
    const location = [start, line.length]
    start += line.length + 1
    return location
  })
  const sketch = nodeBlocks.put({ name: 'sketch' }, [
    { tag: SKETCH.locations, bytes: Uint32Array.from(locations) },
    { tag: SKETCH.sizes, bytes: Uint32Array.from(texts, (text) => text.split(' ').length) },
  ])
  const task = {
    kind: 'sets' as const,
    unit: { file: 0, name: 'a.jsonl', path: 'a.jsonl', from: 0, to: content.length },
    kernel: { textFields: ['text'], shingle: { kind: 'words' as const, k: 1 }, keepSets: true },
    sketch,
    first: FIRST,
    count: texts.length,
  }
  const make = (groupOf: readonly number[], known?: Block, keepsUngrouped = false) => {
    thread.drop()
    arrays.bytes = 0
    return runSetsTask(
      {
        ...task,
        groupOf: Uint32Array.of(0, 0, ...groupOf),
        known,
        keepsUngrouped,
        location: locate(`${groupOf} of ${known?.name}`),
      },
      thread,
    )
  }
  return { make, read, arrays }
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
  const cases: [title: string, earlier: readonly number[], groups: readonly number[], areCopied?: boolean][] =
    [
      ['under another number', [1, 1, 1, 1], [2, 2, 2, 2]],
      ['some of all', [1, 0, 0, 1], [3, 0, 0, 3]],
      ['without those of another group', [1, 2, 1, 2], [5, 0, 5, 0]],
      ['although some leave it', [1, 1, 1, 1], [2, 2, 0, 2], true],
      ['and none of them is left', [1, 1, 1, 1], [0, 0, 0, 0]],
      ['with others that are read', [1, 0, 1, 0], [4, 4, 4, 0], true],
      ['although some change to another', [1, 1, 1, 1], [2, 2, 3, 2], true],
    ]
  it.each(cases)('%s', (_, earlier, groups, areCopied = false) => {
    const { make, arrays } = setsTasks()
    const moved = make(groups, make(earlier))
    expect(arrays.bytes > 0).toBe(areCopied)
    const fresh = make(groups)
    for (let group = 1; group <= 5; group++) expect(setsIn(moved, group)).toEqual(setsIn(fresh, group))
  })

  it('in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'likewise-known-sets-'))
    try {
      let files = 0
      const { make } = setsTasks(TEXTS, (name) => ({
        name,
        path: join(folder, `${files++}.block`),
        fingerprint: [1, 2],
      }))
      const moved = make([2, 2, 0, 2], make([1, 1, 0, 1]))
      expect(setsIn(moved, 1)).toEqual([])
      expect(setsIn(moved, 2)).toEqual(setsIn(make([2, 2, 0, 2]), 2))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('with the wide set of a long document', () => {
    const long = Array.from({ length: WIDE_FROM }, (_, i) => `w${i}`).join(' ')
    const { make } = setsTasks(['one two', long])
    const moved = make([2, 2], make([1, 1]))
    const wide = withBlock(nodeBlocks, moved, (reader) => readWideSets(reader, 2))
    expect([...wide.keys()]).toEqual([FIRST + 1])
    expect(wide.get(FIRST + 1)).toHaveLength(WIDE_FROM)
    expect(setsIn(moved, 2)).toEqual(setsIn(make([2, 2]), 2))
  })

  it('from the numbers of their records to their positions', () => {
    const { make } = setsTasks()
    // Those without a group are kept: the first of a unit has the number 0.
    const kept = make([0, 0, 1, 0], make([1, 1, 1, 1]), true)
    expect(setsIn(kept, UNGROUPED).map(({ position }) => position)).toEqual([0, 1, 3])
    expect(setsIn(make([2, 2, 0, 2], kept), 2)).toEqual(setsIn(make([2, 2, 0, 2]), 2))
  })
})
