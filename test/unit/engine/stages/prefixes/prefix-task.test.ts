import { expect, it } from 'vitest'
import { overlapOfSorted } from '../../../../../src/distance/sorted-sets.js'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../../../../../src/engine/node/node-input-bytes.js'
import { visitCandidates } from '../../../../../src/engine/stages/candidates/candidates.js'
import { makeWriter, PORTIONS } from '../../../../../src/engine/stages/prefixes/prefix-keys.js'
import { runPrefixTask } from '../../../../../src/engine/stages/prefixes/prefix-task.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { Random } from '../../../../../src/hash/random.js'
import { WasmPrefixWriter } from '../../../../../src/kernel/wasm-prefix-writer.js'
import { matchPrefix } from '../../../../../src/model/match-bounds.js'
import { makeSetCollection } from '../../../../../src/model/set-collection.js'

const THRESHOLD = 0.8
const NONE = new Uint32Array(0)

/** Windows of 100 elements of a long list, each shifted by two: each document is similar to its neighbors. */
function chain(count: number): Uint32Array[] {
  const random = new Random(7)
  const list = Array.from({ length: 2 * count + 98 }, () => random.bits())
  return Array.from({ length: count }, (_, i) => Uint32Array.from(list.slice(2 * i, 2 * i + 100)).sort())
}

const newThread = () => new Thread({ inputs: nodeInputs, store: nodeBlocks })

const comparison = { similarity: 'jaccard', threshold: THRESHOLD } as const

/** The candidates of all portions, including repeats. */
function candidatesOf(
  sets: readonly Uint32Array[],
  hasBits: boolean,
  thread = newThread(),
  writer = makeWriter({ ...comparison, frequent: NONE, hasBits }),
): string[] {
  for (let from = 0; from < sets.length; from += 50)
    writer.add(makeSetCollection(sets.slice(from, from + 50)))
  const segments = writer
    .runs()
    .flat()
    .map((bytes, i) => ({ tag: SKETCH.prefixes + i, bytes }))
  const sketch = nodeBlocks.put({ name: 'sketch' }, segments)
  const bits = writer.bits()
  const found: string[] = []
  for (let portion = 0; portion < PORTIONS; portion++) {
    const blocks = runPrefixTask(
      {
        kind: 'prefix',
        sketched: { blocks: [sketch], firsts: Float64Array.of(0, sets.length) },
        ...{ portion, share: 0, shares: 1, maxHeld: 2 ** 14 },
        distinct: new Uint32Array(Math.ceil(sets.length / 32)).fill(0xffffffff),
        sizes: Uint32Array.from(sets, ({ length }) => length),
        bits,
        ...comparison,
        oversizedOf: NONE,
        boundary: undefined,
        location: { name: `candidates-${portion}` },
      },
      thread,
    )
    visitCandidates(nodeBlocks, blocks, (words) => {
      for (let i = 0; i < words.length; i += 2) found.push(`${words[i]}-${words[i + 1]}`)
    })
  }
  return found
}

function similarPairs(sets: readonly Uint32Array[]): Set<string> {
  const pairs = new Set<string>()
  sets.forEach((one, i) => {
    sets.slice(i + 1).forEach((other, after) => {
      const overlap = overlapOfSorted(one, other)
      if (overlap / (one.length + other.length - overlap) >= THRESHOLD) pairs.add(`${i}-${i + 1 + after}`)
    })
  })
  return pairs
}

it.each([false, true])('lists every similar pair (with bits: %s)', (hasBits) => {
  const sets = chain(300)
  const similar = similarPairs(sets)
  expect(similar.size).toBeGreaterThan(1000)
  const found = new Set(candidatesOf(sets, hasBits))
  expect([...similar].filter((pair) => !found.has(pair))).toEqual([])
})

it('lists the same pairs if prefixes are written in several runs', () => {
  const sets = chain(300)
  const writer = new WasmPrefixWriter({
    ...{ frequent: NONE, hasBits: true, portions: PORTIONS, maxUnsorted: 2000 },
    lengthOf: (size) => matchPrefix(comparison, size),
  })
  const found = candidatesOf(sets, true, newThread(), writer)
  expect(writer.runs().length).toBeGreaterThan(2)
  expect(found).toEqual(candidatesOf(sets, true))
})

it('lists a pair once for each run of elements that its prefixes have in common', () => {
  const [set = NONE] = chain(1)
  expect(candidatesOf([set, set], false)).toEqual(['0-1'])
})

it('lists few pairs that are not similar if documents have bits', () => {
  const sets = chain(300)
  const similar = similarPairs(sets).size
  expect(new Set(candidatesOf(sets, false)).size).toBeGreaterThan(2 * similar)
  expect(new Set(candidatesOf(sets, true)).size).toBeLessThan(1.5 * similar)
})

it('lists the same pairs after another search in the same thread', () => {
  const thread = newThread()
  const searches = [chain(300).reverse(), chain(40), chain(300)]
  for (const sets of searches) {
    thread.begin('prefix')
    expect(candidatesOf(sets, true, thread)).toEqual(candidatesOf(sets, true))
  }
})
