// @ts-check
// Every kind of generated documents: how long a search takes against one core that only reads and parses the same file.
import { fileURLToPath } from 'node:url'
import { BY_NUMBER, corpusFile } from '../corpora.js'
import { runLikewise, summaryOf } from '../likewise.js'
import { alternate, measure } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { scratch } from './settings.js'

const REFERENCE = fileURLToPath(new URL('../reference.js', import.meta.url))
const LIMIT = 3

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function kinds(settings) {
  const { size = 300_000, repetitions, threshold, recall, only, say } = settings
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  for (const kind of Object.keys(BY_NUMBER).filter((name) => new RegExp(only).test(name))) {
    const corpus = corpusFile(kind, size)
    const readOnly = () => measure(process.execPath, [REFERENCE, corpus])
    await readOnly() // The file is in the page cache for both.
    const runs = await alternate(
      repetitions,
      [
        { name: 'reference', run: readOnly },
        { name: 'likewise', run: () => runLikewise(corpus, scratch(`kinds-${kind}.jsonl`), settings) },
      ],
      (name, { seconds }) => say(`${kind}, ${name}: ${seconds.toFixed(2)} s`),
    )
    const reference = { name: `${kind}: read and parsed`, documents: size, runs: runs.get('reference') ?? [] }
    const found = { name: `${kind}: likewise find`, documents: size, runs: runs.get('likewise') ?? [] }
    const ratio = secondsOf(found) / secondsOf(reference)
    const { pairs } = summaryOf(found.runs[0]?.output ?? '{}')
    rows.push(reference, { ...found, ratio: `${ratio.toFixed(2)} × the reference` })
    verdicts.push(
      `${kind} (${inGroups(pairs)} pairs), at most ${LIMIT} × the reference: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}`,
    )
  }
  return {
    title: `Every kind of documents: ${inGroups(size)} of each, against reading and parsing alone`,
    notes: [
      `Threshold ${threshold}, recall ${recall}. The reference reads the file with readSync, splits it into lines and parses each with JSON.parse, on`,
      'one core. The two programs ran in turn, the file in the page cache. How each kind is made: bench/README.md.',
    ],
    rows,
    verdicts,
  }
}
