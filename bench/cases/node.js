// @ts-check
// The cost of calling the engine from a program, with files and with an async iterable of objects, compared with the command line.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate, measure } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { scratch } from './settings.js'

const PROGRAM = fileURLToPath(new URL('../node-find.js', import.meta.url))
const LIMITS = { files: 1.05, iterable: 1.6 }
/** For the objects of the iterable, which are all in memory. */
const HEAP = '--max-old-space-size=12000'

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function node(settings) {
  const { size = 1_000_000, repetitions, threshold, recall, say } = settings
  const corpus = corpusFile('articles', size)
  const pairsOf = (/** @type {string} */ name) => scratch(`node-${name}.pairs.jsonl`)
  const args = (/** @type {'files' | 'iterable'} */ mode) => [
    HEAP,
    PROGRAM,
    mode,
    corpus,
    pairsOf(mode),
    `${threshold}`,
    `${recall}`,
  ]
  const runs = await alternate(
    repetitions,
    [
      { name: 'cli', run: () => runLikewise(corpus, pairsOf('cli'), settings) },
      { name: 'files', run: () => measure(process.execPath, args('files')) },
      {
        name: 'iterable',
        // The program measures its own time, from the call of find to the last pair written.
        run: async () => {
          const measurement = await measure(process.execPath, args('iterable'))
          return {
            ...measurement,
            seconds: /** @type {{ seconds: number }} */ (JSON.parse(measurement.output)).seconds,
          }
        },
      },
    ],
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const row = (/** @type {'cli' | 'files' | 'iterable'} */ name, /** @type {string} */ title) => ({
    name: title,
    documents: size,
    runs: runs.get(name) ?? [],
  })
  const cli = row('cli', 'likewise find, from a file')
  const others = {
    files: row('files', 'find of likewise/node, from the file'),
    iterable: row('iterable', 'find of likewise/node, from an async iterable'),
  }
  const expected = readFileSync(pairsOf('cli'), 'utf8')
  const verdicts = /** @type {const} */ (['files', 'iterable']).map((name) => {
    const ratio = secondsOf(others[name]) / secondsOf(cli)
    const same = readFileSync(pairsOf(name), 'utf8') === expected
    return `${name}: at most ${LIMITS[name]} × the command line: ${ratio.toFixed(2)} ×, ${ratio <= LIMITS[name] ? 'shown' : 'NOT shown'}; ${same ? 'the same pairs, byte for byte' : 'OTHER PAIRS'}`
  })
  return {
    title: `In a program: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}, recall ${recall}. The programs ran in turn, the file in the page cache; each writes its pairs.`,
      'The iterable yields batches of 1,000 objects, which are in memory before the clock starts.',
    ],
    rows: [cli, others.files, others.iterable],
    verdicts,
  }
}
