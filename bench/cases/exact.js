// @ts-check
// An exact search of documents within a memory budget, compared with bands.
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const TIMES = 3
const BUDGET = '4GB'
const BUDGET_BYTES = 4e9
const WAYS = [
  { name: 'bands', more: ['--method', 'bands'] },
  { name: `exact, --memory ${BUDGET}`, more: ['--method', 'exact', '--memory', BUDGET] },
]

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function exact(settings) {
  const { size = 1_000_000, repetitions, threshold, recall, first = 20_000, say } = settings
  const corpus = corpusFile('articles', size)
  const truth = await exactTruth(corpus, Math.min(first, size), threshold)
  const pairsOf = (/** @type {string} */ name) => scratch(`exact-${name.replaceAll(/\W+/g, '-')}.pairs.jsonl`)
  const runs = await alternate(
    repetitions,
    WAYS.map(({ name, more }) => ({
      name,
      run: () => runLikewise(corpus, pairsOf(name), { ...settings, more }),
    })),
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const rows = []
  for (const { name } of WAYS) {
    const quality = await qualityOf(pairsOf(name), truth)
    rows.push({ name, documents: size, quality, runs: runs.get(name) ?? [] })
  }
  const [bands, search] = rows.map(secondsOf)
  const times = (search ?? 0) / (bands ?? 1)
  const peak = Math.max(...(rows[1]?.runs ?? []).map(({ peakBytes }) => peakBytes))
  return {
    title: `An exact search: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}; recall ${recall} for bands, whose memory is not limited. The two ran in turn. Recall is among the`,
      `first ${inGroups(truth.texts.length)} documents.`,
    ],
    rows: rows.map((row, i) => (i === 0 ? row : { ...row, ratio: `${times.toFixed(2)} × bands` })),
    verdicts: [
      `at most ${TIMES} × bands: ${times.toFixed(2)} ×, ${times <= TIMES ? 'shown' : 'NOT shown'}`,
      `within ${BUDGET}: ${inGroups(Math.round(peak / 1e6))} MB, ${peak <= BUDGET_BYTES ? 'shown' : 'NOT shown'}`,
    ],
  }
}
