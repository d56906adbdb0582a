// @ts-check
// Runs benchmark cases and writes a dated record of each to bench/records.
// Run: npm run build && npm run bench -- CASE… [--size N] [--repetitions N] [--threshold T] [--recall R] [--first N]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { against } from './cases/against.js'
import { audit } from './cases/audit.js'
import { browser } from './cases/browser.js'
import { choice } from './cases/choice.js'
import { constants } from './cases/constants.js'
import { cores } from './cases/cores.js'
import { exact } from './cases/exact.js'
import { fingerprints } from './cases/fingerprints.js'
import { formulaic } from './cases/formulaic.js'
import { gallery } from './cases/gallery.js'
import { inputs } from './cases/inputs.js'
import { join } from './cases/join.js'
import { kinds } from './cases/kinds.js'
import { labels } from './cases/labels.js'
import { large } from './cases/large.js'
import { madeTablesCase } from './cases/made-tables.js'
import { match } from './cases/match.js'
import { memory } from './cases/memory.js'
import { news } from './cases/news.js'
import { node } from './cases/node.js'
import { page } from './cases/page.js'
import { peers } from './cases/peers.js'
import { plagiarism } from './cases/plagiarism.js'
import { prediction } from './cases/prediction.js'
import { pythonKernel } from './cases/python-kernel.js'
import { recall } from './cases/recall.js'
import { recommend } from './cases/recommend.js'
import { scaling } from './cases/scaling.js'
import { scratch } from './cases/settings.js'
import { skew } from './cases/skew.js'
import { small } from './cases/small.js'
import { spark } from './cases/spark.js'
import { speed } from './cases/speed.js'
import { store } from './cases/store.js'
import { versions } from './cases/versions.js'
import { workers } from './cases/workers.js'
import { PROGRAM } from './likewise.js'
import { writeRecord } from './record.js'

/** @type {Readonly<Record<string, (settings: import('./cases/settings.js').Settings) => Promise<import('./record.js').CaseResult>>>} */
const CASES = {
  speed,
  kinds,
  small,
  inputs,
  scaling,
  cores,
  large,
  node,
  browser,
  peers,
  skew,
  recall,
  prediction,
  audit,
  choice,
  exact,
  news,
  plagiarism,
  join,
  workers,
  memory,
  recommend,
  fingerprints,
  gallery,
  formulaic,
  match,
  'made-tables': madeTablesCase,
  constants,
  labels,
  store,
  page,
  against,
  versions,
  spark,
  'python-kernel': pythonKernel,
}
const USAGE = `npm run bench -- CASE… [options]
CASE: ${Object.keys(CASES).join(', ')}, or all
--size N          number of documents or generated sets; each case has its own default
--repetitions N   default 3
--threshold T     default 0.8
--recall R        default 0.95
--first N         documents for which the exact result is computed; for gallery, the number of probes
--workers N       workers of Likewise; chosen automatically by default
--only TEXT       run only the peers or parts of a case whose names contain TEXT, such as rensa or 'rensa|datatrove'
--program FILE    the main.js of Likewise; default dist/cli/main.js
--master URL      for spark: the master; default local[cores]
--spark-conf N=V  for spark: a Spark setting for all programs; may be repeated
--sizes N,N       for spark: the numbers of documents for which the cost per document is measured
--no-record       print the results without writing a record`

const args = process.argv.slice(2)
const { values, positionals } = parse()
const names = positionals.includes('all') ? Object.keys(CASES) : positionals
if (names.length === 0 || names.some((name) => CASES[name] === undefined)) fail(USAGE)

for (const name of names) {
  const say = (/** @type {string} */ line) => console.error(`${name}: ${line}`)
  const result = await CASES[name]?.({
    size: wholeNumber('size', values.size),
    repetitions: wholeNumber('repetitions', values.repetitions) ?? 3,
    threshold: Number(values.threshold ?? 0.8),
    recall: Number(values.recall ?? 0.95),
    first: wholeNumber('first', values.first),
    only: values.only ?? '',
    program: values.program ?? PROGRAM,
    workers: wholeNumber('workers', values.workers),
    master: values.master,
    sparkConf: values['spark-conf'] ?? [],
    sizes: values.sizes?.split(',').map((size) => wholeNumber('sizes', size) ?? 0),
    say,
  })
  if (result === undefined) continue
  for (const verdict of result.verdicts) say(verdict)
  const { title, rows, verdicts } = result
  writeFileSync(scratch(`${name}.json`), `${JSON.stringify({ title, rows, verdicts }, null, 1)}\n`)
  if (values.record !== false) say(writeRecord(name, args, result))
}

function parse() {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        size: { type: 'string' },
        repetitions: { type: 'string' },
        threshold: { type: 'string' },
        recall: { type: 'string' },
        first: { type: 'string' },
        workers: { type: 'string' },
        only: { type: 'string' },
        program: { type: 'string' },
        master: { type: 'string' },
        'spark-conf': { type: 'string', multiple: true },
        sizes: { type: 'string' },
        record: { type: 'boolean' },
      },
    })
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\n${USAGE}`)
  }
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function wholeNumber(name, text) {
  if (text === undefined) return undefined
  const number = Number(text.replaceAll(/[_,]/g, ''))
  return Number.isInteger(number) && number > 0
    ? number
    : fail(`--${name} ${text}: not a whole number above 0`)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(2)
}
