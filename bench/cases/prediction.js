// @ts-check
// The predictions from a sample compared with the actual candidates, memory and time of the run.
import { NANOSECONDS } from '../../dist/plan/costs.js'
import { Missing } from '../corpora/real.js'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { inGroups } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

/** Corpora with the maximum number of documents of each; real ones have a fixed size. */
const KINDS = /** @type {const} */ ([
  ['articles', 1],
  ['articles', 0.2],
  ['skew', 1],
  ['skew', 0.2],
  ['short', 1],
  ['boilerplate', 0.5],
  ['debian', 1],
  ['spdx', 1],
  ['scancode', 1],
  ['ir-plag', 1],
  ['templates', 0.1],
  ['furnished', 0.1],
  ['chains', 0.1],
  ['licences', 0.05],
  ['rows', 0.1],
])
/** Formulaic texts are searched by shingles of three words, at thresholds where a part of each group is similar. */
/** @type {Readonly<Record<string, number>>} */
const FORMULAIC_AT = { templates: 0.7, furnished: 0.8, chains: 0.7, licences: 0.9, rows: 0.7 }
/** The number of documents whose pairs are checked. */
const CHECKED = 1000
const FACTOR = 2
/** Sizes of corpora of articles that show what a run costs besides its documents: on one thread, and with workers. */
const START_SIZES = /** @type {const} */ ({ start: 100, spawn: 20_000 })

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function prediction(settings) {
  const { size = 200_000, only, say } = settings
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  const within = { candidates: 0, memory: 0, seconds: 0 }
  for (const [kind, share] of KINDS.filter(([kind]) => kind.includes(only))) {
    try {
      const corpus = corpusFile(kind, Math.round(size * share))
      const pairs = scratch(`prediction-${kind}-${share}.pairs.jsonl`)
      const threshold = FORMULAIC_AT[kind] ?? settings.threshold
      const isFormulaic = FORMULAIC_AT[kind] !== undefined
      const more = isFormulaic ? ['--shingle', 'words:3'] : []
      const run = await runLikewise(corpus, pairs, { ...settings, threshold, more })
      const { plan, predicted, documents, candidates, seconds, peakMemoryBytes } = JSON.parse(run.output)
      const factors = {
        candidates: predicted.candidates / candidates,
        memory: predicted.memoryBytes / peakMemoryBytes,
        seconds: predicted.seconds / seconds,
      }
      for (const name of /** @type {const} */ (['candidates', 'memory', 'seconds'])) {
        if (factors[name] >= 1 / FACTOR && factors[name] <= FACTOR) within[name]++
      }
      const name = `${kind}, ${inGroups(documents)} documents`
      const line = [
        plan.method === 'exact' ? 'exact' : `${plan.bands} bands of ${plan.rows} rows`,
        `candidates ${inGroups(predicted.candidates)} (${inGroups(predicted.candidatesLow)} to ${inGroups(predicted.candidatesHigh)}), actual ${inGroups(candidates)}: × ${factors.candidates.toFixed(2)}`,
        `memory ${megabytes(predicted.memoryBytes)}, actual ${megabytes(peakMemoryBytes)}: × ${factors.memory.toFixed(2)}`,
        `time ${predicted.seconds} s, actual ${seconds} s: × ${factors.seconds.toFixed(2)}`,
      ].join('; ')
      verdicts.push(`${name}: ${line}`)
      say(`${name}: ${line}`)
      // The truth is made by shingles of five words; formulaic texts have a case of their own.
      const quality = isFormulaic
        ? undefined
        : await qualityOf(pairs, await exactTruth(corpus, CHECKED, threshold))
      rows.push({ name, documents, runs: [run], ...(quality && { quality }) })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      verdicts.push(`${kind} was left out: ${error.message}`)
      say(`${kind} is left out: ${error.message}`)
    }
  }
  for (const name of /** @type {const} */ (['start', 'spawn'])) {
    if (!'start'.includes(only)) continue
    const line = await startCost(name, settings)
    verdicts.push(line)
    say(line)
  }
  const shown = (/** @type {number} */ count) => `${count} of ${rows.length}`
  return {
    title: `Prediction: ${rows.length} corpora`,
    notes: [
      `Threshold ${settings.threshold}, except for formulaic texts; recall ${settings.recall}. The predictions that a run makes from a sample, before it reads the rest, and the actual values.`,
      `Recall is among the first ${inGroups(CHECKED)} documents.`,
    ],
    rows,
    verdicts: [
      `candidates within a factor of ${FACTOR}: ${shown(within.candidates)}`,
      `memory within a factor of ${FACTOR}: ${shown(within.memory)}`,
      `time within a factor of ${FACTOR} (a rough estimate, without a guarantee): ${shown(within.seconds)}`,
      ...verdicts,
    ],
  }
}

/**
 * What a constant of src/plan/costs.ts should be, according to the fastest of several runs that consist of little else.
 *
 * @param {keyof typeof START_SIZES} name
 * @param {import('./settings.js').Settings} settings
 */
async function startCost(name, settings) {
  const corpus = corpusFile('articles', START_SIZES[name])
  const constant = NANOSECONDS[name] / 1e9
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < Math.max(5, settings.repetitions); run++) {
    const { output } = await runLikewise(corpus, scratch('prediction-start.pairs.jsonl'), settings)
    const { predicted, seconds } = JSON.parse(output)
    fastest = Math.min(fastest, seconds - (predicted.seconds - constant))
  }
  return `NANOSECONDS.${name} is ${constant.toFixed(2)}e9; measured with ${inGroups(START_SIZES[name])} articles: ${fastest.toFixed(2)}e9`
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${inGroups(Math.round(bytes / 1e6))} MB`
}
