// One column can suffice: product names of two shops, compared with the baseline that anyone can write.

import { expect, it } from 'vitest'
import { key, LABELED, readTables } from '../../../../bench/corpora/records.js'
import { mutualBest } from '../../../../bench/mutual-best.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { joinInKernel } from '../../../../src/kernel/join-in-kernel.js'
import { findSharedData, titled } from '../../../outside.js'

const shared = findSharedData()

it.skipIf(shared.path === undefined)(
  titled('products of two shops are matched by their names alone, not worse than by mutual best', shared),
  async () => {
    const set = LABELED.find(({ name }) => name === 'abt-buy')!
    const [abt = [], buy = []] = await readTables(set)
    const truth = await set.truth()
    const f1 = (found: readonly string[]) =>
      (2 * found.filter((pair) => truth.has(pair)).length) / (found.length + truth.size)
    const keyOf = (a: number, b: number) => key(`${abt[a]![set.ids[0]!]}`, `${buy[b]![set.ids[1]!]}`, true)
    const { pairs } = matchRecords(abt, buy, { fields: ['name'], join: joinInKernel })
    const found = Array.from(pairs.a, (a, i) => keyOf(a, pairs.b[i]!))
    const texts = [abt, buy].map((table) => table.map(({ name }) => name ?? ''))
    const best = mutualBest(texts).map(({ a, b }) => keyOf(a, b))
    expect(best.length).toBeGreaterThan(0)
    expect(f1(found)).toBeGreaterThanOrEqual(f1(best))
  },
)
