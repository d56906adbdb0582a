import { expect, it } from 'vitest'
import { LARGEST_BUCKET } from '../../../../../src/band/bucket-limit.js'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import {
  readLargeBuckets,
  runLargeBucketsTask,
} from '../../../../../src/engine/stages/oversized/large-buckets.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { setBit } from '../../../../../src/engine/stages/threads/shared-words.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { Random } from '../../../../../src/hash/random.js'
import { pairsOf } from '../../../../../src/model/pairs-of.js'

const COUNT = 12_000
const UNITS = 3

/** Keys of which a few are so frequent that their buckets are large; some differ in one half only. */
function makeKeys(random: Random): number[][] {
  const frequent = [
    [7, 1],
    [7, 2 ** 31],
    [2 ** 32 - 1, 1],
    [9, 9],
  ]
  return Array.from({ length: COUNT }, () => {
    const kind = random.below(12)
    return frequent[kind] ?? [random.bits(), random.bits()]
  })
}

/** The same by a Map of arrays. */
function largeByMap(
  keys: number[][],
  isDistinct: (position: number) => boolean,
  boundary: number | undefined,
) {
  const buckets = new Map<string, number[]>()
  keys.forEach((key, position) => {
    if (isDistinct(position)) buckets.set(`${key}`, [...(buckets.get(`${key}`) ?? []), position])
  })
  return [...buckets.values()]
    .filter((bucket) => {
      const own = bucket.filter((position) => position < (boundary ?? COUNT)).length
      const others = boundary === undefined ? undefined : bucket.length - own
      return pairsOf(own, others) > pairsOf(LARGEST_BUCKET)
    })
    .sort((one, other) => one[0]! - other[0]!)
}

it.each([undefined, COUNT / UNITS])(
  'finds the large buckets of a Map, of two sides from %s on',
  (boundary) => {
    const keys = makeKeys(new Random(5))
    const blocks = Array.from({ length: UNITS }, (_, unit) => {
      const own = keys.slice((unit * COUNT) / UNITS, ((unit + 1) * COUNT) / UNITS)
      return nodeBlocks.put({ name: `sketch-${unit}` }, [
        { tag: SKETCH.keys, bytes: Uint32Array.from(own.flat()) },
      ])
    })
    const isDistinct = (position: number) => position % 10 !== 3
    const distinct = new Uint32Array(Math.ceil(COUNT / 32))
    for (let position = 0; position < COUNT; position++) if (isDistinct(position)) setBit(distinct, position)
    const sketched = {
      blocks,
      firsts: Float64Array.from({ length: UNITS + 1 }, (_, unit) => (unit * COUNT) / UNITS),
    }
    const thread = new Thread({
      inputs: {
        open() {
          throw new Error('nothing is read')
        },
      },
      store: nodeBlocks,
    })
    const found = runLargeBucketsTask(
      {
        kind: 'large-buckets',
        sketched,
        band: 0,
        share: 0,
        shares: 1,
        distinct,
        distinctCount: 0.9 * COUNT,
        boundary,
        location: { name: 'large' },
      },
      thread,
    )
    const expected = largeByMap(keys, isDistinct, boundary)
    expect(expected).toHaveLength(4)
    expect(Array.from(readLargeBuckets(nodeBlocks, [found]), (bucket) => [...bucket])).toEqual(expected)
  },
)
