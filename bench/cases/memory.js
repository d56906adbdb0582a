// @ts-check
// Whether a memory budget is kept, what it costs in time, and that the result is the same.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { corpusFile } from '../corpora.js'
import { runLikewise, summaryOf } from '../likewise.js'
import { alternate } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

/** The share of the larger collection that the smaller one is, … */
const SMALLER = 5
/** … the budgets, in the order of the collections, the most that the process may hold, and the most times the seconds. */
const BUDGETS = /** @type {const} */ ([
  { memory: '256MB', mostBytes: 400e6, mostTimes: undefined },
  { memory: '1GB', mostBytes: 1300e6, mostTimes: 2 },
])

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} documents
 * @property {string} corpus
 * @property {string} pairs
 * @property {string} clusters
 * @property {(typeof BUDGETS)[number] | undefined} budget
 */

/**
 * @param {import('./settings.js').Settings} settings `size` is the larger one
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function memory(settings) {
  const { size = 5_000_000, repetitions, threshold, first = 50_000, say } = settings
  const kinds = [Math.round(size / SMALLER), size].flatMap((documents, i) =>
    [BUDGETS[i], undefined].map((budget) => kindOf(documents, budget)),
  )
  /** @type {Map<string, Set<string>>} */
  const hashes = new Map(kinds.map(({ name }) => [name, new Set()]))
  const runs = await alternate(
    repetitions,
    kinds.map((kind) => ({
      name: kind.name,
      run: async () => {
        const more = ['--clusters', kind.clusters, ...(kind.budget ? ['--memory', kind.budget.memory] : [])]
        const measurement = await runLikewise(kind.corpus, kind.pairs, { ...settings, more })
        hashes.get(kind.name)?.add(`${await hashOf(kind.pairs)} ${await hashOf(kind.clusters)}`)
        return measurement
      },
    })),
    (name, { seconds, peakBytes }) => say(`${name}: ${seconds.toFixed(2)} s, ${inMegabytes(peakBytes)}`),
  )
  const truth = await exactTruth(
    kinds[0]?.corpus ?? '',
    Math.min(first, kinds[0]?.documents ?? first),
    threshold,
  )
  /** @type {import('../record.js').Row[]} */
  const rows = []
  for (const { name, documents, pairs } of kinds) {
    rows.push({ name, documents, runs: runs.get(name) ?? [], quality: await qualityOf(pairs, truth) })
  }
  const verdicts = kinds.flatMap((kind, i) => {
    const [row, unbounded] = [rows[i], rows[i + 1]]
    return kind.budget && row && unbounded ? verdictsOf(kind.budget, row, unbounded, hashes) : []
  })
  return {
    title: `Memory: ${inGroups(size / SMALLER)} and ${inGroups(size)} articles of about 1.5 KB with a budget`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}. All ran in turn; the smaller corpus is the beginning of the larger one.`,
      `Peak memory is that of the process and its children. Recall and precision are those among the first ${inGroups(truth.texts.length)}`,
      'documents. The hashes are SHA-256 over the files of pairs and clusters.',
    ],
    rows: rows.map((row, i) => {
      const unbounded = kinds[i]?.budget && rows[i + 1]
      return unbounded ? { ...row, ratio: `${timesOf(row, unbounded).toFixed(2)} × without a limit` } : row
    }),
    verdicts,
  }
}

/**
 * @param {number} documents
 * @param {Kind['budget']} budget
 * @returns {Kind}
 */
function kindOf(documents, budget) {
  const limit = budget?.memory ?? 'no limit'
  return {
    name: `${inGroups(documents)}, ${limit}`,
    documents,
    corpus: corpusFile('articles', documents),
    pairs: scratch(`memory-${documents}-${limit.replace(' ', '-')}.pairs.jsonl`),
    clusters: scratch(`memory-${documents}-${limit.replace(' ', '-')}.clusters.jsonl`),
    budget,
  }
}

/**
 * @param {(typeof BUDGETS)[number]} budget
 * @param {import('../record.js').Row} row
 * @param {import('../record.js').Row} unbounded
 * @param {ReadonlyMap<string, ReadonlySet<string>>} hashes of the files of each run, by the name of the row
 */
function verdictsOf({ memory: limit, mostBytes, mostTimes }, row, unbounded, hashes) {
  const documents = inGroups(row.documents)
  const peak = Math.max(...row.runs.map(({ peakBytes }) => peakBytes))
  const ratio = timesOf(row, unbounded)
  const all = new Set([row, unbounded].flatMap(({ name }) => [...(hashes.get(name) ?? [])]))
  const { spilledBytes, pairs } = summaryOf(row.runs[0]?.output ?? '{}')
  const shown = (/** @type {boolean} */ isTrue) => (isTrue ? 'shown' : 'NOT shown')
  return [
    `--memory ${limit}, ${documents} documents, peak below ${inMegabytes(mostBytes)}: ${inMegabytes(peak)}, ${shown(peak < mostBytes)}`,
    mostTimes === undefined
      ? `--memory ${limit}: ${ratio.toFixed(2)} × the time without a limit`
      : `--memory ${limit}, at most ${mostTimes} × the time without a limit: ${ratio.toFixed(2)} ×, ${shown(ratio <= mostTimes)}`,
    `--memory ${limit}, the same files of pairs and clusters in every run, with the limit and without: ${shown(all.size === 1)} ` +
      `(${inGroups(pairs)} pairs, ${[...all].join(' against ')})`,
    `--memory ${limit} put ${inMegabytes(spilledBytes)} into files`,
  ]
}

/**
 * @param {import('../record.js').Row} row
 * @param {import('../record.js').Row} other
 */
function timesOf(row, other) {
  return secondsOf(row) / secondsOf(other)
}

/** @param {string} path */
async function hashOf(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 16)
}

/** @param {number} bytes */
function inMegabytes(bytes) {
  return `${inGroups(Math.round(bytes / 1e6))} MB`
}
