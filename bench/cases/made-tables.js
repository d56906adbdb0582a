// @ts-check
// Matching records in synthetic tables, each with one difficulty: what is found and expected, compared with the truth.
import { matchRecords } from '../../dist/apps/entities/match-records.js'
import { joinInKernel } from '../../dist/kernel/join-in-kernel.js'
import { madeTables } from '../corpora/made-tables.js'
import { mutualBest } from '../mutual-best.js'
import { inGroups } from '../record.js'

/** @typedef {import('../corpora/made-tables.js').MadeTables} MadeTables */

/** Expected values may differ from the true ones by this much. */
const NEAR = 0.05

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function madeTablesCase({ only, say }) {
  /** @type {string[][]} */
  const cells = []
  /** @type {{ name: string, isTwo: boolean, f1: number, mutual: number, isNear: boolean, isHeld: boolean, hasPairs: boolean }[]} */
  const results = []
  for (const made of madeTables()) {
    if (!made.name.includes(only)) continue
    const isTwo = made.tables.length === 2
    const truth = truePairs(made)
    const tables = made.tables.map((rows) => rows.map(({ thing: _, ...row }) => textsOf(row)))
    const began = performance.now()
    const found = matchRecords(tables[0] ?? [], tables[1], { join: joinInKernel })
    const seconds = (performance.now() - began) / 1000
    const { pairs, expectedPrecision, expectedRecall, precisionInterval, recallInterval } = found
    const ours = figuresOf(
      truth,
      Array.from(pairs.a, (a, i) => `${a} ${pairs.b[i]}`),
    )
    const texts = tables.map((rows) => rows.map((row) => Object.values(row).join(' ')))
    const mutual = figuresOf(
      truth,
      mutualBest(texts).map(({ a, b }) => `${a} ${b}`),
    )
    const isNear =
      truth.size === 0
        ? pairs.count === 0
        : Math.abs((expectedPrecision ?? 0) - ours.precision) <= NEAR &&
          Math.abs((expectedRecall ?? ours.recall) - ours.recall) <= NEAR
    const isHeld =
      precisionInterval === undefined ||
      (precisionInterval[0] <= ours.precision && ours.precision <= precisionInterval[1])
    results.push({
      name: made.name,
      isTwo,
      f1: ours.f1,
      mutual: mutual.f1,
      isNear,
      isHeld,
      hasPairs: truth.size > 0,
    })
    const largest = Math.max(0, ...found.clusters.map(({ members }) => members.length))
    cells.push([
      made.name,
      tables.map((table) => inGroups(table.length)).join(' × '),
      inGroups(truth.size),
      inGroups(pairs.count),
      `${ours.f1.toFixed(3)} (${ours.precision.toFixed(3)}, ${ours.recall.toFixed(3)})`,
      mutual.f1.toFixed(3),
      `${shown(expectedPrecision, precisionInterval)} / ${ours.precision.toFixed(3)}`,
      `${shown(expectedRecall, recallInterval)} / ${ours.recall.toFixed(3)}${isNear ? '' : ' ✗'}`,
      isTwo ? '–' : `${largest}`,
      [found.method === 'evidence' ? '' : found.method, found.modelProblem ?? ''].filter(Boolean).join(', '),
      seconds.toFixed(1),
    ])
    say(`${made.name}: ${ours.f1.toFixed(3)}, mutual best ${mutual.f1.toFixed(3)}`)
  }
  const withPairs = results.filter(({ hasPairs }) => hasPairs)
  const mean = (/** @type {(one: (typeof results)[number]) => number} */ of) =>
    (withPairs.reduce((sum, one) => sum + of(one), 0) / withPairs.length).toFixed(3)
  const worse = withPairs.filter(({ f1, mutual }) => f1 < mutual)
  return {
    title: 'Matching records in synthetic tables',
    notes: [
      'Tables that differ from the labeled sets, each with one difficulty, made by bench/corpora/made-tables.js with known truth. Likewise is',
      'given the records and nothing else. Mutual best by tf-idf as in the case match. ✗: the expected precision or recall is more than',
      `${NEAR} from the truth, or pairs were found although there are none. No constant was tuned to these tables, but some rules were`,
      'changed because of faults that they revealed (docs/decisions/matching.md). For one table, mutual best stands for all pairs with a cosine of at least 0.5.',
    ],
    rows: [],
    tables: [[HEAD, ...cells]],
    verdicts: [
      `mean F1 ${mean(({ f1 }) => f1)}, mutual best ${mean(({ mutual }) => mutual)}, over ${withPairs.length} tables with matches`,
      worse.length === 0
        ? 'nothing is behind mutual best'
        : `BEHIND mutual best: ${worse.map(({ name, f1, mutual }) => `${name} (${f1.toFixed(3)}, ${mutual.toFixed(3)})`).join('; ')}`,
      `expected values near the truth on ${results.filter(({ isNear }) => isNear).length} of ${results.length}; the interval contains the true precision on ${results.filter(({ isHeld }) => isHeld).length}`,
    ],
  }
}

const HEAD = ['', 'records', 'true pairs', 'pairs found', 'F1 (precision, recall)', 'mutual best', 'precision expected / true', 'recall expected / true', 'largest cluster', 'fallback', 'seconds'] // biome-ignore format: one row

/** @param {MadeTables} made @returns {Set<string>} */
function truePairs({ tables: [left = [], right] }) {
  const pairs = new Set()
  left.forEach((row, i) => {
    const others = right ?? left
    for (let j = right === undefined ? i + 1 : 0; j < others.length; j++) {
      if (others[j]?.thing === row.thing) pairs.add(`${i} ${j}`)
    }
  })
  return pairs
}

/** @param {Record<string, string | number>} row */
function textsOf(row) {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, `${value}`]))
}

/** @param {ReadonlySet<string>} truth @param {readonly string[]} found */
function figuresOf(truth, found) {
  const right = found.filter((pair) => truth.has(pair)).length
  const precision = found.length === 0 ? 0 : right / found.length
  const recall = truth.size === 0 ? 0 : right / truth.size
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** @param {number | undefined} value @param {readonly [number, number] | undefined} interval */
function shown(value, interval) {
  if (value === undefined) return '–'
  return `${value.toFixed(3)}${interval === undefined ? '' : ` [${interval.map((end) => end.toFixed(2)).join(', ')}]`}`
}
