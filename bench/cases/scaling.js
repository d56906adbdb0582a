// @ts-check
// Whether the time per document stays the same with ten times as many documents.
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const LIMIT = 1.3

/**
 * @param {import('./settings.js').Settings} settings `size` is the larger one
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function scaling(settings) {
  const { size = 3_000_000, repetitions, threshold, first = 50_000, say } = settings
  const sizes = [Math.round(size / 10), size]
  const inputs = sizes.map((documents) => ({
    documents,
    corpus: corpusFile('articles', documents),
    pairs: scratch(`scaling-${documents}.pairs.jsonl`),
  }))
  const runs = await alternate(
    repetitions,
    inputs.map(({ documents, corpus, pairs }) => ({
      name: documents,
      run: () => runLikewise(corpus, pairs, settings),
    })),
    (name, { seconds }) => say(`${inGroups(name)}: ${seconds.toFixed(2)} s`),
  )
  const truth = await exactTruth(inputs[0]?.corpus ?? '', Math.min(first, sizes[0] ?? first), threshold)
  /** @type {import('../record.js').Row[]} */
  const rows = []
  for (const { documents, pairs } of inputs) {
    const row = { name: 'likewise find', documents, runs: runs.get(documents) ?? [] }
    const quality = await qualityOf(pairs, truth)
    const each = (1e6 * secondsOf(row)) / documents
    rows.push({ ...row, quality, ratio: `${each.toFixed(2)} µs a document` })
  }
  const [small = 0, large = 0] = rows.map((row) => secondsOf(row) / row.documents)
  const ratio = large / small
  return {
    title: `Scaling: ${sizes.map(inGroups).join(' and ')} articles`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}. The smaller corpus is the beginning of the larger one.`,
      `Recall and precision are those among the first ${inGroups(truth.texts.length)} documents.`,
    ],
    rows,
    verdicts: [
      `time per document at most ${LIMIT} × that of a tenth: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}`,
    ],
  }
}
