// @ts-check
// Exact joins of sets, compared with SetSimilaritySearch in Go and in Python.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setsFile } from '../corpora/sets.js'
import { alternate, measure, median } from '../measure.js'
import { inGroups } from '../record.js'

const GO = fileURLToPath(new URL('../../.cache/peers/go_join', import.meta.url))
/** Where the Go module comes from, written by bench/install-peers.sh. */
const GO_SOURCE = fileURLToPath(
  new URL('../../.cache/peers/go-set-similarity-search/SOURCE.txt', import.meta.url),
)
const PYTHON = fileURLToPath(new URL('../../.cache/peers/bin/python', import.meta.url))
const PYTHON_JOIN = fileURLToPath(new URL('../peers/set_similarity_join.py', import.meta.url))
const OURS = fileURLToPath(new URL('../join-sets.js', import.meta.url))

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9]
/** Joins in one process: the first one runs with cold caches and, in Node, with code that is not compiled yet. */
const JOINS = 7
/** The number of sets for Python; with all of them, one join can take many minutes. */
const FOR_PYTHON = { retail: 20_000, kosarak10k: 10_000, mushroom: 1500, licences: 600, zipf: 5000 }
const TIMES_PYTHON = 10

/** @typedef {{ peer: string, sets: number, pairs: number, readSeconds: number, joinSeconds: number[] }} Report */
/** @typedef {{ name: string, program: string, args: string[], joins?: number }} Contestant */
/** @typedef {{ name: string, seconds: number, process: number, pairs: number, peakBytes: number, raw: string }} Outcome */

/** @typedef {{ table: string[][], raw: string[][], verdicts: string[] }} Section */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function join(settings) {
  const { size = 20_000, repetitions, only, say } = settings
  if (!existsSync(GO) || !existsSync(PYTHON)) throw new Error('no peers: sh bench/install-peers.sh')
  const wanted = ['retail', 'kosarak10k', 'mushroom', 'licences', `zipf-${size}`].filter((name) =>
    name.includes(only),
  )
  const names = wanted.filter((name) => setsFile(name) !== undefined)
  const missing = wanted.filter((name) => !names.includes(name))
  const sections = [await againstGo(names, repetitions, say), await againstPython(names, say)]
  return {
    title: 'Exact joins of sets by Jaccard similarity',
    notes: [
      `Seconds of a join of sets that are in memory, to the number of pairs: the median of ${JOINS} joins in one process (fewer`,
      `beyond 20 s), and of ${repetitions} processes; the programs ran in turn. \`process\` is a whole process with one join, from the`,
      `start of the interpreter to its end, including reading. Go is \`github.com/ekzhu/go-set-similarity-search\` (${goVersion()})`,
      'with GOMAXPROCS=1; its ordering by frequency is included in its time, as ours is in ours. Python is SetSimilaritySearch 1.0.1, which',
      `gets only the first sets: with all of them, one join can take many minutes. Licences are word 5-shingles; \`zipf-N\` are N`,
      'sets made by bench/corpora/zipf-sets.js.',
      ...(missing.length === 0 ? [] : [`Left out, because the data is missing: ${missing.join(', ')}.`]),
    ],
    rows: [],
    tables: [...sections.map(({ table }) => table), [RAW_HEAD, ...sections.flatMap(({ raw }) => raw)]],
    verdicts: sections.flatMap(({ verdicts }) => verdicts),
  }
}

/** The version of the Go module or, if it is a copy of the repository, its commit. */
function goVersion() {
  const source = readFileSync(GO_SOURCE, 'utf8')
  return /"Version": "([^"]+)"/.exec(source)?.[1] ?? source.split('\n', 1)[0]
}

const RAW_HEAD = ['', 'seconds of each join; process by process']

/**
 * @param {readonly string[]} names
 * @param {number} repetitions
 * @param {(line: string) => void} say
 * @returns {Promise<Section>}
 */
async function againstGo(names, repetitions, say) {
  const head = [
    'sets',
    'threshold',
    'pairs',
    'likewise',
    'Go',
    'ratio',
    'process',
    'Go process',
    'peak memory',
    'Go peak',
  ]
  const section = newSection(head)
  for (const [name, threshold] of combinations(names)) {
    const file = setsFile(name) ?? ''
    const [mine, go] = await race(repetitions, ours(file, threshold), goJoin(file, threshold))
    const ratio = go.seconds / mine.seconds
    section.table.push([
      name,
      `${threshold}`,
      inGroups(mine.pairs),
      ...[mine, go].map((each) => seconds(each.seconds)),
      `${ratio.toFixed(1)} ×`,
      ...[mine, go].map((each) => seconds(each.process)),
      ...[mine, go].map((each) => mebibytes(each.peakBytes)),
    ])
    conclude(
      section,
      `${name} at ${threshold}`,
      [mine, go],
      `at least as fast as Go: ${ratio.toFixed(1)} ×`,
      ratio >= 1,
      say,
    )
  }
  return section
}

/**
 * @param {readonly string[]} names
 * @param {(line: string) => void} say
 * @returns {Promise<Section>}
 */
async function againstPython(names, say) {
  const section = newSection([
    'the first sets of',
    'sets',
    'threshold',
    'pairs',
    'likewise',
    'Python',
    'ratio',
  ])
  for (const [name, threshold] of combinations(names)) {
    const first = FOR_PYTHON[/** @type {keyof typeof FOR_PYTHON} */ (name.replace(/-.*/, ''))]
    const file = setsFile(name, first) ?? ''
    const [mine, python] = await race(1, ours(file, threshold), pythonJoin(file, threshold))
    const ratio = python.seconds / mine.seconds
    section.table.push([
      name,
      inGroups(first),
      `${threshold}`,
      inGroups(mine.pairs),
      ...[mine, python].map((each) => seconds(each.seconds)),
      `${ratio.toFixed(0)} ×`,
    ])
    const what = `at least ${TIMES_PYTHON} × Python: ${ratio.toFixed(0)} ×`
    conclude(
      section,
      `the first of ${name} at ${threshold}`,
      [mine, python],
      what,
      ratio >= TIMES_PYTHON,
      say,
    )
  }
  return section
}

/** @param {string[]} head @returns {Section} */
export function newSection(head) {
  return { table: [head], raw: [], verdicts: [] }
}

/** @param {readonly string[]} names @returns {[string, number][]} */
export function combinations(names) {
  return names.flatMap((name) =>
    THRESHOLDS.map((threshold) => /** @type {[string, number]} */ ([name, threshold])),
  )
}

/**
 * @param {Section} section
 * @param {string} where
 * @param {readonly Pick<Outcome, 'name' | 'pairs' | 'raw'>[]} outcomes
 * @param {string} what must be shown
 * @param {boolean} isShown
 * @param {(line: string) => void} say
 */
export function conclude(section, where, outcomes, what, isShown, say) {
  const areEqual = new Set(outcomes.map(({ pairs }) => pairs)).size === 1
  const line = `${where}: ${areEqual ? 'equal pairs' : 'UNEQUAL pairs'}; ${what}, ${isShown ? 'shown' : 'NOT shown'}`
  section.verdicts.push(line)
  for (const { name, raw } of outcomes) section.raw.push([`${where}, ${name}`, raw])
  say(line)
}

/**
 * Runs the contestants in turn. Each process joins several times; then each contestant runs once more, as a whole process with a single
 * join.
 *
 * @param {number} repetitions
 * @param {Contestant} first
 * @param {Contestant} second
 * @returns {Promise<[Outcome, Outcome]>}
 */
async function race(repetitions, first, second) {
  const contestants = [first, second]
  const start = (/** @type {Contestant} */ { program, args }, /** @type {number} */ joins) =>
    measure(
      program,
      args.map((arg) => (arg === 'JOINS' ? `${joins}` : arg)),
    )
  const many = await alternate(
    repetitions,
    contestants.map((each) => ({ name: each.name, run: () => start(each, each.joins ?? JOINS) })),
  )
  const whole = await alternate(
    repetitions,
    contestants.map((each) => ({ name: each.name, run: () => start(each, 1) })),
  )
  const outcomeOf = (/** @type {Contestant} */ { name }) => {
    const runs = many.get(name) ?? []
    const reports = runs.map(({ output }) => /** @type {Report} */ (JSON.parse(output)))
    return {
      name,
      seconds: median(reports.map(({ joinSeconds }) => median(joinSeconds))),
      process: median((whole.get(name) ?? []).map((run) => run.seconds)),
      pairs: reports[0]?.pairs ?? Number.NaN,
      peakBytes: Math.max(...(whole.get(name) ?? []).map((run) => run.peakBytes)),
      raw: reports.map(({ joinSeconds }) => joinSeconds.map((each) => each.toFixed(4)).join(', ')).join('; '),
    }
  }
  return [outcomeOf(first), outcomeOf(second)]
}

/**
 * @param {string} file
 * @param {number} threshold
 * @returns {Contestant}
 */
function ours(file, threshold) {
  return {
    name: 'likewise, 1 worker',
    program: process.execPath,
    args: joinSetsArguments(file, threshold, 'JOINS', '1'),
  }
}

/**
 * The arguments of bench/join-sets.js.
 *
 * @param {string} file
 * @param {number} threshold
 * @param {number | string} joins
 * @param {string} workers
 */
export function joinSetsArguments(file, threshold, joins, workers) {
  return [OURS, file, `${threshold}`, `${joins}`, workers]
}

/**
 * @param {string} file
 * @param {number} threshold
 * @returns {Contestant}
 */
function goJoin(file, threshold) {
  return { name: 'Go', program: 'env', args: ['GOMAXPROCS=1', GO, file, `${threshold}`, 'JOINS'] }
}

/**
 * @param {string} file
 * @param {number} threshold
 * @returns {Contestant}
 */
function pythonJoin(file, threshold) {
  return { name: 'Python', program: PYTHON, args: [PYTHON_JOIN, file, `${threshold}`, 'JOINS'], joins: 1 }
}

/** @param {number} value */
export function seconds(value) {
  return value < 1 ? value.toFixed(3) : value.toFixed(2)
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}
