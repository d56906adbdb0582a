// @ts-check
// Matching records: F1 on labeled tables compared with two other tools, expected and true precision and recall, and time.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Missing } from '../corpora/real.js'
import { key, LABELED, readTables, writePeople } from '../corpora/records.js'
import { measure } from '../measure.js'
import { CUT_OFF, mutualBest } from '../mutual-best.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

const SPLINK = fileURLToPath(new URL('../peers/splink_link.py', import.meta.url))
const PYTHON = fileURLToPath(new URL('../../.cache/peer-splink/bin/python', import.meta.url))
/** What is expected may be this far from what is true. */
const NEAR = 0.05
/** The largest cluster may be this many times as large as the largest true one. */
const LARGEST = 3
/** How far the mean F1 should be above that of the better of the two other tools. */
const AHEAD = 0.02

/** @typedef {import('../corpora/records.js').LabeledTables} LabeledTables */
/** @typedef {{ precision: number, recall: number, f1: number }} Figures */
/** @typedef {{ low: number, high: number }} Ends */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function match({ size = 50_000, program, only, say }) {
  /** @type {string[][]} */
  const cells = []
  /** @type {string[]} */
  const verdicts = []
  /** @type {{ name: string, isTwo: boolean, ours: Figures, mutual: Figures, splink: Figures | undefined, isNear: boolean, isWithheld: boolean }[]} */
  const results = []
  for (const set of LABELED.filter(({ name }) => name.includes(only))) {
    try {
      const tables = await readTables(set)
      const truth = await set.truth()
      const isTwo = tables.length === 2
      const ours = await runMatch(program, set, truth)
      const mutual = runMutualBest(set, tables, truth)
      const peer = existsSync(PYTHON)
        ? await runSplink(set, tables, ours.report.fields.compared, truth)
        : { notes: ['not installed (bench/install-peers.sh)'] }
      const splink = peer.figures
      verdicts.push(...peer.notes.map((note) => `Splink on ${set.name}: ${note}`))
      const { expectedPrecision, expectedRecall } = ours.report
      const isNear =
        expectedPrecision !== undefined &&
        expectedRecall !== undefined &&
        Math.abs(expectedPrecision - ours.figures.precision) <= NEAR &&
        Math.abs(expectedRecall - ours.figures.recall) <= NEAR
      const isWithheld = expectedPrecision === undefined || expectedRecall === undefined
      const largestTrue = Math.max(0, ...sizesOf(truth))
      const largest = Math.max(0, ...(isTwo ? [] : sizesOf(new Set(ours.pairs))))
      if (!isTwo && largest > LARGEST * largestTrue)
        verdicts.push(
          `${set.name}: a cluster of ${largest} records, but no true one has more than ${largestTrue}`,
        )
      results.push({ name: set.name, isTwo, ours: ours.figures, mutual, splink, isNear, isWithheld })
      cells.push([
        set.name,
        tables.map((table) => inGroups(table.length)).join(' × '),
        inGroups(truth.size),
        text(ours.figures),
        text(mutual),
        splink === undefined ? '–' : text(splink),
        `${expectedPrecision?.toFixed(3) ?? 'withheld'}${intervalText(ours.report.precisionInterval)} / ${ours.figures.precision.toFixed(3)}`,
        `${expectedRecall?.toFixed(3) ?? 'withheld'}${intervalText(ours.report.recallInterval)} / ${ours.figures.recall.toFixed(3)}${isNear || isWithheld ? '' : ' ✗'}`,
        isTwo ? '–' : `${largest} / ${largestTrue}`,
        ours.seconds.toFixed(1),
        `${Math.round(ours.peakBytes / 2 ** 20)} MiB`,
      ])
      say(
        `${set.name}: ${text(ours.figures)}, mutual best ${text(mutual)}${splink === undefined ? '' : `, Splink ${text(splink)}`}`,
      )
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      verdicts.push(`${set.name} was left out: ${error.message}`)
    }
  }
  if ('people'.includes(only)) {
    const people = writePeople(size, scratch('match'))
    const truth = await people.truth()
    const run = await runMatch(program, people, truth)
    cells.push([
      'synthetic people',
      inGroups(size),
      inGroups(truth.size),
      text(run.figures),
      ...['–', '–', '–', '–', '–'],
      run.seconds.toFixed(1),
      `${Math.round(run.peakBytes / 2 ** 20)} MiB`,
    ])
    say(`${inGroups(size)} people: ${text(run.figures)} in ${run.seconds.toFixed(1)} s`)
  }
  return {
    title: 'Matching records',
    notes: NOTES,
    rows: [],
    tables: [[HEAD, ...cells]],
    verdicts: [...verdicts, ...(results.length === LABELED.length ? judge(results) : [])],
  }
}

const HEAD = [
  '',
  'records',
  'true pairs',
  'F1 (precision, recall)',
  'mutual best by tf-idf',
  'Splink',
  'precision expected / true',
  'recall expected / true',
  'largest cluster / true one',
  'seconds',
  'peak memory',
]

const NOTES = [
  'Likewise gets only the files: no labels and no threshold. Columns that hold the answer are ignored, and everything that Likewise learns, it learns from',
  'the given records. But some of its rules and constants were chosen after measuring them on these sets (docs/decisions/matching.md), so results on other',
  'data may be worse. `npm run bench -- constants` shows how much the constants matter.',
  'Mutual best (bench/mutual-best.js): words and runs of three characters over all columns, weighted by tf-idf; the pairs that',
  `are best for both records of two tables, or all pairs of one table, with a cosine of at least ${CUT_OFF}. Splink (bench/peers/splink_link.py):`,
  'Jaro-Winkler and exact agreement in the columns that Likewise compares and that at least half of the records fill (in all columns if there are fewer than',
  'two of these), mapped as Likewise maps them, blocked by each column that distinguishes records, with a probability of at least 0.5. True matches are as',
  'published: the list for restaurants contains no addresses (rows with only a street) and lacks pairs with the same name and phone; the list for imdb-tmdb',
  'lacks many people with the same name. People are generated by bench/corpora/people.js.',
]

/** @param {readonly { name: string, isTwo: boolean, ours: Figures, mutual: Figures, splink: Figures | undefined, isNear: boolean, isWithheld: boolean }[]} results */
function judge(results) {
  const mean = (/** @type {(one: (typeof results)[number]) => number} */ of) =>
    results.reduce((sum, one) => sum + of(one), 0) / results.length
  const better = mean(({ mutual, splink }) => Math.max(mutual.f1, splink?.f1 ?? 0))
  const worst = results.reduce((lowest, one) => (one.ours.f1 < lowest.ours.f1 ? one : lowest))
  const worse = results
    .filter(({ isTwo, ours, mutual }) => isTwo && ours.f1 < mutual.f1)
    .map(({ name }) => name)
  const ahead = mean(({ ours }) => ours.f1) - better
  return [
    `mean F1 ${mean(({ ours }) => ours.f1).toFixed(3)}, mutual best ${mean(({ mutual }) => mutual.f1).toFixed(3)}, the better of the two on each set ${better.toFixed(3)}: ${ahead >= AHEAD ? 'ahead' : 'NOT ahead'} by ${AHEAD}`,
    `worst: ${worst.name}, ${worst.ours.f1.toFixed(3)}`,
    worse.length === 0
      ? 'no pair of tables is behind mutual best'
      : `BEHIND mutual best: ${worse.join(', ')}`,
    `expected precision and recall within ${NEAR} of the truth on ${results.filter(({ isNear }) => isNear).length} of ${results.length}; withheld on ${
      results
        .filter(({ isWithheld }) => isWithheld)
        .map(({ name }) => name)
        .join(', ') || 'none'
    }`,
  ]
}

/** @param {string} program @param {LabeledTables} set @param {ReadonlySet<string>} truth */
async function runMatch(program, { files, ids, answers }, truth) {
  const pairsFile = scratch('match.pairs.jsonl')
  const run = await measure(process.execPath, [
    ...[program, 'match', ...files, '--pairs', pairsFile, '--force', '--json', '--id', ids.join(',')],
    ...(answers.length === 0 ? [] : ['--ignore', answers.join(',')]),
  ])
  const pairs = readFileSync(pairsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ a, b }) => key(`${a}`, `${b}`, files.length === 2))
  /** @type {{ fields: { compared: { a: string, b: string }[] }, expectedPrecision?: number, expectedRecall?: number, precisionInterval?: Ends, recallInterval?: Ends }} */
  const report = JSON.parse(run.output)
  return { ...run, report, pairs, figures: figuresOf(truth, pairs) }
}

/** @param {LabeledTables} set @param {Awaited<ReturnType<typeof readTables>>} tables @param {ReadonlySet<string>} truth */
function runMutualBest({ ids, answers }, tables, truth) {
  const hidden = new Set([...ids, ...answers])
  const texts = tables.map((table) =>
    table.map((record) =>
      Object.entries(record)
        .flatMap(([column, value]) => (hidden.has(column) ? [] : [value ?? '']))
        .join(' '),
    ),
  )
  const isTwo = tables.length === 2
  const idOf = (/** @type {number} */ side, /** @type {number} */ at) =>
    `${tables[side]?.[at]?.[ids[side] ?? '']}`
  const found = mutualBest(texts).map(({ a, b }) => key(idOf(0, a), idOf(isTwo ? 1 : 0, b), isTwo))
  return figuresOf(truth, found)
}

/**
 * Runs Splink on the columns that Likewise compared, mapped as Likewise mapped them: those that half of the records fill, or all
 * if fewer than two are; or returns why it gave no result.
 *
 * @param {LabeledTables} set
 * @param {Awaited<ReturnType<typeof readTables>>} tables
 * @param {readonly { a: string, b: string }[]} columns
 * @param {ReadonlySet<string>} truth
 * @returns {Promise<{ figures?: Figures, notes: string[] }>}
 */
async function runSplink({ ids }, tables, columns, truth) {
  const isFilled = (/** @type {{ a: string, b: string }} */ { a, b }) =>
    tables.every(
      (table, side) =>
        table.filter((record) => (record[side === 0 ? a : b] ?? '') !== '').length > table.length / 2,
    )
  const filled = columns.filter(isFilled)
  const compared = filled.length < 2 ? columns : filled
  const files = tables.map((table, side) => {
    const file = scratch(`splink-${side}.jsonl`)
    const rows = table.map((record) => {
      const kept = compared.map(({ a, b }, i) => [
        `c${i}`,
        `${record[side === 0 ? a : b] ?? ''}`.toLowerCase() || null,
      ])
      return JSON.stringify({ unique_id: `${record[ids[side] ?? '']}`, ...Object.fromEntries(kept) })
    })
    writeFileSync(file, `${rows.join('\n')}\n`)
    return file
  })
  const pairs = scratch('splink.pairs.txt')
  rmSync(pairs, { force: true })
  try {
    const { output } = await measure(PYTHON, [
      ...[SPLINK, pairs, compared.map((_, i) => `c${i}`).join('\t'), ...files],
    ])
    const found = readFileSync(pairs, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => key(line.split('\t')[0] ?? '', line.split('\t')[1] ?? '', tables.length === 2))
    const notes = output.split('\n').filter((line) => line.startsWith('note: '))
    return {
      figures: figuresOf(truth, found),
      notes: notes.map((line) => nameColumns(line.slice(6), compared)),
    }
  } catch (error) {
    const lines = `${/** @type {Error} */ (error).message}`.trim().split('\n')
    return { notes: [`failed: ${nameColumns(lines.at(-1) ?? '', compared)}`] }
  }
}

/** Replaces columns by their names in the first table. @param {string} text @param {readonly { a: string }[]} compared */
function nameColumns(text, compared) {
  return text.replaceAll(
    /\bc(\d+)\b/g,
    (whole, number) => compared[Number(number)]?.a.split(/[#/]/).at(-1) ?? whole,
  )
}

/** @param {ReadonlySet<string>} truth @param {readonly string[]} found @returns {Figures} */
function figuresOf(truth, found) {
  const right = found.filter((pair) => truth.has(pair)).length
  const precision = found.length === 0 ? 0 : right / found.length
  const recall = truth.size === 0 ? 0 : right / truth.size
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** The sizes of the groups connected by pairs. @param {ReadonlySet<string>} pairs */
function sizesOf(pairs) {
  /** @type {Map<string, string>} */
  const above = new Map()
  const root = (/** @type {string} */ id) => {
    let at = id
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next
    return at
  }
  /** @type {Set<string>} */
  const ids = new Set()
  for (const pair of pairs) {
    const [a = '', b = ''] = pair.split(' ')
    ids.add(a).add(b)
    if (root(a) !== root(b)) above.set(root(b), root(a))
  }
  /** @type {Map<string, number>} */
  const sizes = new Map()
  for (const id of ids) sizes.set(root(id), (sizes.get(root(id)) ?? 0) + 1)
  return [...sizes.values()]
}

/** @param {Ends | undefined} interval */
function intervalText(interval) {
  return interval === undefined ? '' : ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`
}

/** @param {Figures} figures */
function text({ precision, recall, f1 }) {
  return `${f1.toFixed(3)} (${precision.toFixed(3)}, ${recall.toFixed(3)})`
}
