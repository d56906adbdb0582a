// @ts-check
// A search compared with one core that only reads and parses the same file.
import { fileURLToPath } from 'node:url'
import { corpusFile } from './corpora.js'
import { runLikewise } from './likewise.js'
import { alternate, measure } from './measure.js'
import { secondsOf } from './record.js'

const REFERENCE = fileURLToPath(new URL('reference.js', import.meta.url))
/** A search may take at most this many times as long as the reference. */
const LIMIT = 3

/**
 * @param {string} kind of documents
 * @param {number} size
 * @param {string} pairs the file of the pairs
 * @param {import('./cases/settings.js').Settings} settings
 */
export async function againstReading(kind, size, pairs, settings) {
  const corpus = corpusFile(kind, size)
  const readOnly = () => measure(process.execPath, [REFERENCE, corpus])
  await readOnly() // The file is in the page cache for both.
  const runs = await alternate(
    settings.repetitions,
    [
      { name: 'reference', run: readOnly },
      { name: 'likewise', run: () => runLikewise(corpus, pairs, settings) },
    ],
    (name, { seconds }) => settings.say(`${kind}, ${name}: ${seconds.toFixed(2)} s`),
  )
  const reference = { name: 'reference', documents: size, runs: runs.get('reference') ?? [] }
  const found = { name: 'likewise find', documents: size, runs: runs.get('likewise') ?? [] }
  const ratio = secondsOf(found) / secondsOf(reference)
  return {
    corpus,
    reference,
    found: { ...found, ratio: `${ratio.toFixed(2)} × the reference` },
    verdict: `at most ${LIMIT} × the reference: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}`,
  }
}
