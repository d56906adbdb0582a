// @ts-check
// The cost of a search in the browser compared with the command line, with the same number of workers: the page starts one per core.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate, measure, median } from '../measure.js'
import { inGroups, secondsOf } from '../record.js'
import { scratch } from './settings.js'

const PROGRAM = fileURLToPath(new URL('../browser-find.js', import.meta.url))
const LIMIT = 1.5

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function browser(settings) {
  const { size = 100_000, repetitions, threshold, recall, say } = settings
  const workers = availableParallelism()
  const corpus = corpusFile('articles', size)
  const pairsOf = (/** @type {string} */ name) => scratch(`browser-${name}.pairs.jsonl`)
  const inPage = (/** @type {'isolated' | 'plain'} */ mode) => async () => {
    const args = [PROGRAM, corpus, pairsOf(mode), `${threshold}`, `${recall}`, mode]
    const measurement = await measure(process.execPath, args)
    // The page measures its own time, from the click to the last pair written.
    const { seconds } = /** @type {{ seconds: number }} */ (JSON.parse(measurement.output))
    return { ...measurement, seconds }
  }
  const runs = await alternate(
    repetitions,
    [
      { name: 'cli', run: () => runLikewise(corpus, pairsOf('cli'), { ...settings, workers }) },
      { name: 'isolated', run: inPage('isolated') },
      { name: 'plain', run: inPage('plain') },
    ],
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const row = (/** @type {'cli' | 'isolated' | 'plain'} */ name, /** @type {string} */ title) => ({
    name: title,
    documents: size,
    runs: runs.get(name) ?? [],
  })
  const cli = row('cli', 'likewise find')
  const others = {
    isolated: row('isolated', 'the page, with shared memory'),
    plain: row('plain', 'the page, without shared memory'),
  }
  const expected = readFileSync(pairsOf('cli'), 'utf8')
  const verdicts = /** @type {const} */ (['isolated', 'plain']).map((name) => {
    const ratio = secondsOf(others[name]) / secondsOf(cli)
    const same = readFileSync(pairsOf(name), 'utf8') === expected
    return `${others[name].name}: at most ${LIMIT} × the command line: ${ratio.toFixed(2)} ×, ${ratio <= LIMIT ? 'shown' : 'NOT shown'}; ${same ? 'the same pairs, byte for byte' : 'OTHER PAIRS'}`
  })
  return {
    title: `In the browser: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}, recall ${recall}, ${workers} workers each. The programs ran in turn, the file in the page cache; each writes its pairs.`,
      'The page is measured from the click to the pairs on disk, in headless Chromium, one second after the file is chosen, when its workers start; this includes the data of its report. Memory is that of all of Chromium.',
    ],
    rows: [cli, others.isolated, others.plain],
    tables: [
      [
        ['', 'pairs found', 'CPU seconds (median), with the start of the program', 'CPU seconds of each run'],
        ...[cli, others.isolated, others.plain].map(({ name, runs: measured }, i) => {
          const used = measured.map(({ cpuSeconds }) => cpuSeconds)
          const pairs = readFileSync(pairsOf(['cli', 'isolated', 'plain'][i] ?? ''), 'utf8')
          return [
            name,
            inGroups(pairs.split('\n').length - 1),
            median(used).toFixed(2),
            used.map((one) => one.toFixed(2)).join(', '),
          ]
        }),
      ],
    ],
    verdicts,
  }
}
