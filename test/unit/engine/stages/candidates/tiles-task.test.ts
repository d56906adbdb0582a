import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { CandidateBuilder, visitCandidates } from '../../../../../src/engine/stages/candidates/candidates.js'
import { runTilesTask, tagOfTile } from '../../../../../src/engine/stages/candidates/tiles-task.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'

const DOCUMENTS = 90
/** Groups 1 and 2 are whole; the documents of groups 3 and 4 are connected to each other. */
const groupOf = Uint32Array.from({ length: DOCUMENTS }, (_, i) => 1 + Math.floor((4 * i) / DOCUMENTS))
const tiles = [
  [1, 1],
  [2, 2],
  [3, 3],
  [3, 4],
  [4, 4],
].map(([one, other]) => ({ one: one!, other: other! }))

/** Candidates in no particular order, with repeats, each inside a tile. */
function candidates(count: number): [number, number][] {
  const all: [number, number][] = []
  for (let i = 0; all.length < count; i++) {
    const [a, b] = [(i * 37) % DOCUMENTS, (i * 53 + 1) % DOCUMENTS]
    const [one, other] = [groupOf[a]!, groupOf[b]!]
    if (a !== b && (one === other || (one > 2 && other > 2))) all.push(a < b ? [a, b] : [b, a])
  }
  return all
}

function run(count: number, maxHeld: number, thread: Thread) {
  const builder = new CandidateBuilder()
  for (const [a, b] of candidates(count)) builder.add(a, b)
  const block = nodeBlocks.put({ name: 'candidates' }, builder.segments())
  const request = { groupOf, count: 4, whole: 2, tiles, maxHeld, candidates: [block] }
  return runTilesTask({ kind: 'tiles', ...request, location: { name: 'tiles' } }, thread)
}

describe('candidates sorted by tile', () => {
  it.each([
    ['held at once', 5000, 10_000],
    ['held in part', 5000, 64],
    ['held up to the last one', 5000, 1000],
    ['in several segments of a tile', 700_000, 2 ** 20],
  ])('are complete and in order, %s', (_, count, maxHeld) => {
    const blocks = run(count, maxHeld, new Thread({ inputs: {} as never, store: nodeBlocks }))
    tiles.forEach(({ one, other }, tile) => {
      const words: number[] = []
      const take = (piece: Uint32Array) => {
        for (const word of piece) words.push(word)
      }
      visitCandidates(nodeBlocks, blocks, take, tagOfTile(tile))
      const isHere = ([a, b]: [number, number]) => groupOf[a] === one && groupOf[b] === other
      expect(words).toEqual(candidates(count).filter(isHere).flat())
    })
  })

  it('are held in arrays that the next task reuses', () => {
    let allocated = 0
    const allocate = (bytes: number) => {
      allocated++
      return new ArrayBuffer(bytes)
    }
    const thread = new Thread({ inputs: {} as never, store: nodeBlocks, allocate })
    run(5000, 1000, thread)
    const first = allocated
    run(5000, 1000, thread)
    expect([first > 0, allocated - first]).toEqual([true, 0])
  })
})
