// @ts-check
// Labels for `match`: F1 on labeled tables without labels, and with 50 pairs that Likewise asks for and that are labeled by the truth; and
// what a single column gives.
import { matchRecords } from '../../dist/apps/entities/match-records.js'
import { joinInKernel } from '../../dist/kernel/join-in-kernel.js'
import { Missing } from '../corpora/real.js'
import { key, LABELED, readTables } from '../corpora/records.js'
import { mutualBest } from '../mutual-best.js'
import { pairQuality } from '../quality.js'

const LABELS = 50
/** Each seed gives other random pairs, so that other pairs are suggested. */
const SEEDS = [0, 1, 2]
/** A fall of F1 by no more than this is not counted as one. */
const SLIGHT = 0.005
/** Columns that are matched on their own. */
const BY_ONE_COLUMN = [{ set: 'abt-buy', column: 'name' }]

/** @typedef {{ a: number, b: number }} Found */
/** @typedef {import('../corpora/records.js').LabeledTables} LabeledTables */
/** @typedef {{ set: LabeledTables, tables: Awaited<ReturnType<typeof readTables>>, truth: ReadonlySet<string> }} Input */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function labels({ only, say }) {
  /** @type {string[][]} */
  const cells = []
  /** @type {string[][]} */
  const alone = []
  /** @type {string[]} */
  const verdicts = []
  /** @type {{ name: string, without: number, withLabels: number, change: number }[]} */
  const results = []
  for (const set of LABELED.filter(({ name }) => name.includes(only))) {
    try {
      const input = { set, tables: await readTables(set), truth: await set.truth() }
      const runs = SEEDS.map((seed) => withFifty(input, seed))
      const row = [
        set.name,
        spanOf(runs.map(({ matches }) => matches), 0), // biome-ignore format: one row
        ...[
          runs.map(({ without }) => without),
          runs.map(({ withLabels }) => withLabels),
          runs.map(({ change }) => change),
        ].map((values) => spanOf(values, 3)),
      ]
      cells.push(row)
      results.push({
        name: set.name,
        without: meanOf(runs.map(({ without }) => without)),
        withLabels: meanOf(runs.map(({ withLabels }) => withLabels)),
        change: meanOf(runs.map(({ change }) => change)),
      })
      say(row.join(', '))
      for (const { column } of BY_ONE_COLUMN.filter((one) => one.set === set.name)) {
        alone.push(byColumn(input, column))
        say(alone.at(-1)?.join(', ') ?? '')
      }
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      verdicts.push(`${set.name} was left out: ${error.message}`)
    }
  }
  const worse = results.filter(({ change }) => change < -SLIGHT)
  return {
    title: 'Matching records with 50 labels, and by one column',
    notes: [
      `F1 without labels, and with the ${LABELS} pairs that \`--suggest-labels\` writes, labeled by the truth and given to \`--labels\`: the mean over`,
      `${SEEDS.length} seeds, and the range. The last column counts only the pairs that were not labeled: a label decides its own pair. Second table: one`,
      'column, compared with mutual best by tf-idf of that column.',
    ],
    rows: [],
    tables: [
      [['', 'labeled as matches', 'F1 without labels', 'F1 with labels', 'other pairs: change of F1'], ...cells], // biome-ignore format: one row
      [['one column', 'pairs found', 'F1 (precision, recall)', 'mutual best by tf-idf'], ...alone],
    ],
    verdicts: [
      ...verdicts,
      `mean F1 over ${results.length} sets: ${meanOf(results.map(({ without }) => without)).toFixed(3)} without labels, ${meanOf(results.map(({ withLabels }) => withLabels)).toFixed(3)} with ${LABELS}`,
      worse.length === 0
        ? `on no set does F1 of the other pairs fall by more than ${SLIGHT} in the mean`
        : `WORSE with labels: ${worse.map(({ name, change }) => `${name} by ${(-change).toFixed(3)}`).join(', ')}`,
    ],
  }
}

/** @param {Input} input @param {number} seed */
function withFifty(input, seed) {
  const { tables, truth } = input
  const options = { ...optionsOf(input), seed }
  const plain = matchRecords(tables[0] ?? [], tables[1], options)
  const labeled = plain.suggest(LABELS).map(({ a, b }) => ({ a, b, isMatch: truth.has(keyOf(input, a, b)) }))
  const helped = matchRecords(tables[0] ?? [], tables[1], { ...options, labels: labeled })
  const found = [plain, helped].map(({ pairs }) => keysOf(input, pairs))
  const [without = 0, withLabels = 0] = found.map((pairs) => f1Of(input, pairs))
  const marked = new Set(labeled.map(({ a, b }) => keyOf(input, a, b)))
  const rest = { ...input, truth: new Set([...truth].filter((pair) => !marked.has(pair))) }
  const [before = 0, after = 0] = found.map((pairs) =>
    f1Of(
      rest,
      pairs.filter((pair) => !marked.has(pair)),
    ),
  )
  return {
    matches: labeled.filter(({ isMatch }) => isMatch).length,
    without,
    withLabels,
    change: after - before,
  }
}

/** @param {readonly number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The mean and the range. @param {readonly number[]} values @param {number} digits */
function spanOf(values, digits) {
  const [mean, low, high] = [meanOf(values), Math.min(...values), Math.max(...values)]
  return `${mean.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`
}

/** @param {Input} input @param {string} column */
function byColumn(input, column) {
  const { set, tables, truth } = input
  const { pairs } = matchRecords(tables[0] ?? [], tables[1], { fields: [column], join: joinInKernel })
  const texts = tables.map((table) => table.map((record) => record[column] ?? ''))
  const best = mutualBest(texts).map(({ a, b }) => keyOf(input, a, b))
  const found = keysOf(input, pairs)
  const right = found.filter((pair) => truth.has(pair)).length
  const { precision, recall, f1 } = pairQuality(right, found.length, truth.size)
  return [
    `${set.name}, ${column}`,
    String(found.length),
    `${f1.toFixed(3)} (${precision.toFixed(3)}, ${recall.toFixed(3)})`,
    f1Of(input, best).toFixed(3),
  ]
}

/** @param {Input} input */
function optionsOf({ set: { ids, answers }, tables }) {
  const hidden = [...new Set([...ids, ...answers])]
  const ignore = hidden.filter((column) => tables.some(([first]) => first !== undefined && column in first))
  return { ignore, join: joinInKernel }
}

/** @param {Input} input @param {{ a: Uint32Array, b: Uint32Array }} pairs */
function keysOf(input, { a, b }) {
  return Array.from(a, (one, i) => keyOf(input, one, b[i] ?? 0))
}

/** @param {Input} input @param {number} a @param {number} b */
function keyOf({ set: { ids }, tables }, a, b) {
  const isTwo = tables.length === 2
  const idOf = (/** @type {number} */ side, /** @type {number} */ at) =>
    `${tables[side]?.[at]?.[ids[side] ?? '']}`
  return key(idOf(0, a), idOf(isTwo ? 1 : 0, b), isTwo)
}

/** @param {Input} input @param {readonly string[]} found */
function f1Of({ truth }, found) {
  return pairQuality(found.filter((pair) => truth.has(pair)).length, found.length, truth.size).f1
}
