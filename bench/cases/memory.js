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
/** … and the same for collections in which very many documents are similar. */
const SIMILAR = 50
/** The process may use at most this many times its budget. */
const MAX_BUDGET_RATIO = 1.05

/** @typedef {{ memory: string, bytes: number, maxTimes?: number }} Budget `maxTimes`: the most times the seconds without a limit */

/** @type {Budget} */
const SMALL_BUDGET = { memory: '256MB', bytes: 256e6 }
/** @type {Budget} */
const LARGE_BUDGET = { memory: '1GB', bytes: 1e9, maxTimes: 2 }

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} documents
 * @property {boolean} isArticles
 * @property {readonly string[]} more arguments
 * @property {string} corpus
 * @property {string} pairs
 * @property {string} clusters
 * @property {Budget | undefined} budget
 */

/** @typedef {{ corpus: string, documents: number, budget: Budget, method?: string }} Collection */

/**
 * @param {import('./settings.js').Settings} settings `size` is the larger one
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function memory(settings) {
  const { size = 5_000_000, repetitions, threshold, first = 50_000, only, say } = settings
  const [smaller, similar] = [Math.round(size / SMALLER), Math.round(size / SIMILAR)]
  /** @type {Collection[]} */
  const collections = [
    { corpus: 'articles', documents: smaller, budget: SMALL_BUDGET },
    { corpus: 'articles', documents: size, budget: LARGE_BUDGET },
    { corpus: 'short', documents: smaller, budget: SMALL_BUDGET },
    { corpus: 'equal', documents: smaller, budget: SMALL_BUDGET },
    ...['near-copies', 'chain'].flatMap((corpus) =>
      ['bands', 'exact'].map((method) => ({ corpus, documents: similar, budget: SMALL_BUDGET, method })),
    ),
  ]
  const kinds = collections
    .filter((collection) => nameOf(collection).includes(only))
    .flatMap((collection) => [collection.budget, undefined].map((budget) => kindOf(collection, budget)))
  /** @type {Map<string, Set<string>>} */
  const hashes = new Map(kinds.map(({ name }) => [name, new Set()]))
  const runs = await alternate(
    repetitions,
    kinds.map((kind) => ({
      name: kind.name,
      run: async () => {
        const limit = kind.budget ? ['--memory', kind.budget.memory] : []
        const more = ['--clusters', kind.clusters, ...kind.more, ...limit]
        const measurement = await runLikewise(kind.corpus, kind.pairs, { ...settings, more })
        hashes.get(kind.name)?.add(`${await hashOf(kind.pairs)} ${await hashOf(kind.clusters)}`)
        return measurement
      },
    })),
    (name, { seconds, peakBytes }) => say(`${name}: ${seconds.toFixed(2)} s, ${inMegabytes(peakBytes)}`),
  )
  const articles = kinds.find(({ isArticles }) => isArticles)
  const truth =
    articles && (await exactTruth(articles.corpus, Math.min(first, articles.documents), threshold))
  /** @type {import('../record.js').Row[]} */
  const rows = []
  for (const { name, documents, pairs, isArticles } of kinds) {
    const quality = isArticles && truth ? { quality: await qualityOf(pairs, truth) } : {}
    rows.push({ name, documents, runs: runs.get(name) ?? [], ...quality })
  }
  const verdicts = kinds.flatMap((kind, i) => {
    const [row, unbounded] = [rows[i], rows[i + 1]]
    return kind.budget && row && unbounded ? verdictsOf(kind.budget, row, unbounded, hashes) : []
  })
  return {
    title:
      `Memory: ${inGroups(smaller)} and ${inGroups(size)} articles of about 1.5 KB, ${inGroups(smaller)} short and equal documents, ` +
      `${inGroups(similar)} near-copies of one page and a chain of as many, with a budget`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}. All ran in turn; the smaller corpus is the beginning of the larger one.`,
      'Peak memory is that of the process and its children. The hashes are SHA-256 over the files of pairs and clusters.',
      ...(truth
        ? [`Recall and precision are those among the first ${inGroups(truth.texts.length)} articles.`]
        : []),
    ],
    rows: rows.map((row, i) => {
      const unbounded = kinds[i]?.budget && rows[i + 1]
      return unbounded ? { ...row, ratio: `${timesOf(row, unbounded).toFixed(2)} × without a limit` } : row
    }),
    verdicts,
  }
}

/** @param {Collection} collection */
function nameOf({ corpus, documents, method }) {
  return `${inGroups(documents)} ${corpus}${method === undefined ? '' : ` by ${method}`}`
}

/**
 * @param {Collection} collection
 * @param {Kind['budget']} budget
 * @returns {Kind}
 */
function kindOf(collection, budget) {
  const { corpus, documents, method } = collection
  const limit = budget?.memory ?? 'no limit'
  const file = scratch(`memory-${corpus}-${method ?? 'planned'}-${documents}-${limit.replace(' ', '-')}`)
  return {
    name: `${nameOf(collection)}, ${limit}`,
    documents,
    isArticles: corpus === 'articles',
    more: method === undefined ? [] : ['--method', method],
    corpus: corpusFile(corpus, documents),
    pairs: `${file}.pairs.jsonl`,
    clusters: `${file}.clusters.jsonl`,
    budget,
  }
}

/**
 * @param {Budget} budget
 * @param {import('../record.js').Row} row
 * @param {import('../record.js').Row} unbounded
 * @param {ReadonlyMap<string, ReadonlySet<string>>} hashes of the files of each run, by the name of the row
 */
function verdictsOf({ memory, bytes, maxTimes }, row, unbounded, hashes) {
  const limit = row.name
  const maxBytes = MAX_BUDGET_RATIO * bytes
  const peak = Math.max(...row.runs.map(({ peakBytes }) => peakBytes))
  const ratio = timesOf(row, unbounded)
  const all = new Set([row, unbounded].flatMap(({ name }) => [...(hashes.get(name) ?? [])]))
  const { spilledBytes, pairs } = summaryOf(row.runs[0]?.output ?? '{}')
  const shown = (/** @type {boolean} */ isTrue) => (isTrue ? 'shown' : 'NOT shown')
  return [
    `${limit}, peak at most ${MAX_BUDGET_RATIO} × ${memory}: ${inMegabytes(peak)}, ${shown(peak <= maxBytes)}`,
    maxTimes === undefined
      ? `${limit}: ${ratio.toFixed(2)} × the time without a limit`
      : `${limit}, at most ${maxTimes} × the time without a limit: ${ratio.toFixed(2)} ×, ${shown(ratio <= maxTimes)}`,
    `${limit}, the same files of pairs and clusters in every run, with the limit and without: ${shown(all.size === 1)} ` +
      `(${inGroups(pairs)} pairs, ${[...all].join(' against ')})`,
    `${limit}, put ${inMegabytes(spilledBytes)} into files`,
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
