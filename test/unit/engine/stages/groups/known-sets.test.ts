import { expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { runSetsTask } from '../../../../../src/engine/stages/groups/sets-task.js'
import { readSets } from '../../../../../src/engine/stages/groups/stored-sets.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'

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

it('sets that an earlier stage has made are taken from there, and only the others are read', () => {
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
    first: 0,
    count: TEXTS.length,
  }
  const groups = (...numbers: number[]) => Uint32Array.from(numbers)
  const setsIn = (block: ReturnType<typeof runSetsTask>, group: number) =>
    readSets(nodeBlocks, [block], group).flatMap(({ positions, sizes, elements }) => {
      let end = 0
      return Array.from(positions, (position, i) => {
        end += sizes[i]!
        return { position, set: Array.from(elements.subarray(end - sizes[i]!, end)) }
      }).sort((x, y) => x.position - y.position)
    })
  const make = (name: string, groupOf: Uint32Array, known?: Parameters<typeof runSetsTask>[0]['known']) =>
    runSetsTask({ ...task, groupOf, known, keepsUngrouped: false, location: { name } }, thread)
  const fresh = make('fresh', groups(1, 1, 2, 1))
  const makeEarlier = () => make('earlier', groups(1, 0, 2, 0))
  let earlier = makeEarlier()
  read.bytes = 0
  const reused = make('reused', groups(1, 1, 2, 1), earlier)
  for (const group of [1, 2]) expect(setsIn(reused, group)).toEqual(setsIn(fresh, group))
  expect(read.bytes).toBeGreaterThan(0)
  earlier = makeEarlier()
  const before = read.bytes
  make('nothing-to-read', groups(1, 0, 1, 0), earlier)
  expect(read.bytes).toBe(before)
})
