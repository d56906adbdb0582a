// @ts-check
// Whether searches reach the requested recall, on corpora of different kinds.
import { readFileSync } from 'node:fs'
import { Missing, sharedLines } from '../corpora/real.js'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { inGroups, percent } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const REQUEST = [0.9, 0.95, 0.99]
const KINDS = ['articles', 'short', 'boilerplate', 'spdx', 'scancode', 'debian']
/** Published truth: `i j overlap union`. */
/** @type {Readonly<Record<string, string>>} */
const PUBLISHED = {
  spdx: 'licences/spdx-versions.pairs-w5-j50.txt.gz',
  scancode: 'licences/scancode-licences.pairs-w5-j50.txt.gz',
}

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function recall(settings) {
  const { size = 20_000, threshold, say } = settings
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  let short = 0
  let below = 0
  for (const kind of KINDS) {
    try {
      const corpus = corpusFile(kind, size)
      const truth = await exactTruth(corpus, size, threshold)
      const documents = countLines(corpus)
      verdicts.push(...agreement(kind, truth, documents, size))
      for (const requested of REQUEST) {
        const pairs = scratch(`recall-${kind}-${requested}.pairs.jsonl`)
        // An exact search, which the plan may choose, would show nothing about recall.
        const more = ['--method', 'bands']
        const run = await runLikewise(corpus, pairs, { ...settings, recall: requested, more })
        const quality = await qualityOf(pairs, truth)
        if (quality.recall < requested) short++
        below += quality.below
        rows.push({ name: `${kind}, recall ${requested}`, documents, runs: [run], quality })
        say(`${kind}, ${requested}: ${percent(quality.recall)}, ${quality.below} below the threshold`)
      }
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      verdicts.push(`${kind} was left out: ${error.message}`)
      say(`${kind} is left out: ${error.message}`)
    }
  }
  return {
    title: `Recall: ${new Set(rows.map((row) => row.name.split(',')[0])).size} kinds of corpora`,
    notes: [
      `Threshold ${threshold}, by bands; truth by an exact join over all documents; the similarity of each pair found was computed`,
      'again from the texts. Near the threshold means less than 0.05 above it.',
    ],
    rows,
    verdicts: [
      `recall at least as requested: ${short === 0 ? 'shown in every row' : `NOT shown in ${short} rows`}`,
      `no pair below the threshold: ${below === 0 ? 'shown' : `NOT shown, ${below} pairs`}`,
      ...verdicts,
    ],
  }
}

/**
 * Whether the exact join agrees with the pairs published with the data.
 *
 * @param {string} kind
 * @param {import('../truth.js').Truth} truth
 * @param {number} documents
 * @param {number} size
 */
function agreement(kind, truth, documents, size) {
  const file = PUBLISHED[kind]
  if (file === undefined || documents === size || truth.threshold < 0.5) return []
  const published = sharedLines(file).filter((line) => {
    const [, , overlap = 0, union = 1] = line.split(/\s+/).map(Number)
    return overlap / union >= truth.threshold
  })
  return [
    `${kind}: the exact join found ${inGroups(truth.pairs.size)} pairs, published are ${inGroups(published.length)}`,
  ]
}

/** @param {string} file */
function countLines(file) {
  return readFileSync(file).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
}
