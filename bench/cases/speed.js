// @ts-check
// How long a search takes against one core that only reads and parses the same file.
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { runLikewise, summaryOf } from '../likewise.js'
import { alternate, measure } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

const REFERENCE = fileURLToPath(new URL('../reference.js', import.meta.url))
const LIMIT = 3

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function speed(settings) {
  const { size = 1_000_000, repetitions, threshold, first = 50_000, say } = settings
  const corpus = corpusFile('articles', size)
  const pairs = scratch('speed.pairs.jsonl')
  const readOnly = () => measure(process.execPath, [REFERENCE, corpus])
  await readOnly() // The file is in the page cache for everyone.
  const runs = await alternate(
    repetitions,
    [
      { name: 'reference', run: readOnly },
      { name: 'likewise', run: () => runLikewise(corpus, pairs, settings) },
    ],
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const reference = {
    name: 'readSync, line split, JSON.parse (one core)',
    documents: size,
    runs: runs.get('reference') ?? [],
  }
  const likewiseRuns = runs.get('likewise') ?? []
  const row = { name: 'likewise find', documents: size, runs: likewiseRuns }
  const ratio = secondsOf(row) / secondsOf(reference)
  const quality = await qualityOf(pairs, await exactTruth(corpus, first, threshold))
  const summary = summaryOf(likewiseRuns[0]?.output ?? '{}')
  return {
    title: `Speed: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}. The two programs ran in turn, the file in the page cache.`,
      `Recall and precision are those among the first ${inGroups(first)} documents, against an exact join.`,
    ],
    rows: [reference, { ...row, quality, ratio: `${ratio.toFixed(2)} × the reference` }],
    verdicts: [
      `at most ${LIMIT} × the reference: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}`,
      `Likewise says: \`${JSON.stringify(summary)}\``,
    ],
  }
}
