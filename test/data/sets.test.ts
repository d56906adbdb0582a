import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  applyOrder,
  joinByPosition,
  joinByPositionSuffix,
  joinByPrefix,
  makeSetCollection,
  orderByFrequency,
} from 'likewise'
import { describe, expect, it } from 'vitest'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

describe.skipIf(data.path === undefined)(titled('real transactions with known pairs', data), () => {
  const read = (name: string) => {
    const text = gunzipSync(readFileSync(`${data.path}sets/${name}.sets.gz`)).toString('utf8')
    const sets = text.trimEnd().split('\n')
    const collection = makeSetCollection(sets.map((line) => line.trim().split(/\s+/).map(Number)))
    return applyOrder(collection, orderByFrequency(collection))
  }

  it('kosarak10k has 169,723 pairs at 0.8, by every index', () => {
    const collection = read('kosarak10k')
    expect(joinByPrefix(collection, { threshold: 0.8 }).count).toBe(169_723)
    expect(joinByPosition(collection, { threshold: 0.8 }).count).toBe(169_723)
    expect(joinByPositionSuffix(collection, { threshold: 0.8 }).count).toBe(169_723)
  })

  it('mushroom has 263,008 pairs at 0.8', () => {
    expect(joinByPosition(read('mushroom'), { threshold: 0.8 }).count).toBe(263_008)
  })
})
