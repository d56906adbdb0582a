// @ts-check
// A dated record of a case: commit, machine, command, table, raw numbers.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median } from './measure.js'

/** @typedef {import('./measure.js').Measurement} Measurement */
/** @typedef {import('./truth.js').Quality} Quality */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} documents
 * @property {readonly Measurement[]} runs
 * @property {Quality} [quality] none for a program that finds no pairs, such as the yardstick
 * @property {string} [ratio] of the medians, with what it is a ratio of
 */

/**
 * @typedef {object} CaseResult
 * @property {string} title
 * @property {readonly string[]} notes how it was done: the lines of one paragraph
 * @property {readonly Row[]} rows may be empty where the tables say it all
 * @property {readonly (readonly (readonly string[])[])[]} [tables] of any other shape, each with its head first
 * @property {readonly string[]} verdicts what must be shown, and what was found
 */

const FOLDER = fileURLToPath(new URL('records/', import.meta.url))
const HEAD = [
  '',
  'documents',
  'pairs found',
  'true pairs in the subset',
  'recall',
  'recall near the threshold',
  'precision',
  'below the threshold',
  'seconds (median)',
  'ratio',
  'peak memory',
]

/**
 * Writes bench/records/YYYY-MM-DD-CASE.md and returns its path.
 *
 * @param {string} name of the case
 * @param {readonly string[]} args of bench/run.js
 * @param {CaseResult} result
 */
export function writeRecord(name, args, { title, notes, rows, verdicts, tables = [] }) {
  const now = new Date()
  const text = [
    `# ${title}`,
    '',
    `- date: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- commit: ${commit()}`,
    `- machine: ${machine()}`,
    `- command: \`npm run bench -- ${args.join(' ')}\``,
    '',
    ...notes,
    '',
    ...tables.flatMap((rows) => [...table(rows), '']),
    ...(rows.length === 0 ? [] : [...table([HEAD, ...rows.map(cellsOf)]), '']),
    ...verdicts.map((verdict) => `- ${verdict}`),
    '',
    ...(rows.length === 0 ? [] : rawNumbers(rows)),
  ].join('\n')
  mkdirSync(FOLDER, { recursive: true })
  const path = `${FOLDER}${now.toISOString().slice(0, 10)}-${name}.md`
  writeFileSync(path, text)
  return path
}

/** @param {Row} row the median of its seconds */
export function secondsOf(row) {
  return median(row.runs.map((run) => run.seconds))
}

/** @param {number} share with enough digits that a miss is not rounded away */
export function percent(share) {
  const text = (100 * share).toFixed(2)
  return `${text === '100.00' && share < 1 ? '99.99' : text} %`
}

/** @param {number} count */
export function inGroups(count) {
  return count.toLocaleString('en')
}

/** @param {Row} row */
function cellsOf(row) {
  const { name, documents, quality, ratio, runs } = row
  const memory = Math.max(...runs.map((run) => run.peakBytes))
  const found = quality
    ? [
        inGroups(quality.found),
        inGroups(quality.truePairs),
        percent(quality.recall),
        `${percent(quality.edgeRecall)} of ${inGroups(quality.edgePairs)}`,
        percent(quality.precision),
        inGroups(quality.below),
      ]
    : ['–', '–', '–', '–', '–', '–']
  return [
    name,
    inGroups(documents),
    ...found,
    secondsOf(row).toFixed(2),
    ratio ?? '',
    `${Math.round(memory / 2 ** 20)} MiB`,
  ]
}

/** @param {readonly Row[]} rows */
function rawNumbers(rows) {
  return [
    'Raw numbers (seconds from start to exit of the process, in the order of the runs; peak memory in bytes):',
    '',
    ...table([['', 'seconds', 'peak memory'], ...rows.map(rawCellsOf)]),
    '',
  ]
}

/** @param {Row} row */
function rawCellsOf({ name, runs }) {
  return [
    name,
    runs.map((run) => run.seconds.toFixed(3)).join(', '),
    runs.map((run) => `${run.peakBytes}`).join(', '),
  ]
}

/** @param {readonly (readonly string[])[]} rows */
function table([head = [], ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function commit() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: FOLDER.replace(/records\/$/, '') }).trim()
  const changed = git(
    'status',
    '--porcelain',
    '--',
    '../src',
    '../kernel',
    '../package.json',
    '.',
    ':(exclude)records',
  )
  return git('rev-parse', 'HEAD') + (changed === '' ? '' : ' with uncommitted changes')
}

function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return `${cores}, ${memory}, ${process.platform} ${process.arch}, Node.js ${process.versions.node}`
}
