// @ts-check
// Exact joins of sets with two workers, compared with one.
import { setsFile } from '../corpora/sets.js'
import { measure, median } from '../measure.js'
import { inGroups } from '../record.js'
import { combinations, conclude, joinSetsArguments, newSection, seconds } from './join.js'

const TIMES = 1.6
/**
 * Two workers must be faster by this factor if one worker takes at least this many seconds; starting a thread takes a twentieth of a
 * second.
 */
const LONG_ENOUGH = 0.5
/** The minimum speedup of a shorter join: two workers must not slow it down. */
const NO_LOSS = 0.9
/** Joins by one and by two workers, in turn. */
const ROUNDS = 25

/** @typedef {{ pairs: number, joinSeconds: number[] }} Report */

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function workers(settings) {
  const { size = 600_000, repetitions, only, say } = settings
  const wanted = ['retail', 'mushroom', `articles-${Math.round(size / 15)}`, `zipf-${size}`]
  const names = wanted.filter((name) => name.includes(only) && setsFile(name) !== undefined)
  const missing = wanted.filter((name) => setsFile(name) === undefined)
  const section = newSection([
    'sets',
    'threshold',
    'pairs',
    'one worker',
    'two workers',
    'ratio',
    'process, one',
    'process, two',
  ])
  for (const [name, threshold] of combinations(names)) {
    await compare(section, name, threshold, repetitions, say)
  }
  return {
    title: 'Exact joins of sets: two workers compared with one',
    notes: [
      'Seconds of a join of sets that are in memory, to the number of pairs: medians of up to 25 joins by one and 25 by two workers',
      'in turn, in one process; each join starts and ends its own workers. The ratio is the median of the ratios of each',
      'join by one worker to the next one by two. `process` is a whole process with one join, including reading, which one',
      'thread does. `zipf-N` are N sets made by bench/corpora/zipf-sets.js, `articles-N` the word 5-shingles of N generated articles.',
      `Two workers must be at least ${TIMES} × as fast as one if one takes half a second or more; a shorter join may end before a`,
      'thread has started, and must only not become slower. All rows are shown.',
      ...(missing.length === 0 ? [] : [`Left out, because the data is missing: ${missing.join(', ')}.`]),
    ],
    rows: [],
    tables: [section.table, [['', 'seconds of each join'], ...section.raw]],
    verdicts: section.verdicts,
  }
}

/**
 * @param {import('./join.js').Section} section
 * @param {string} name
 * @param {number} threshold
 * @param {number} repetitions
 * @param {(line: string) => void} say
 */
async function compare(section, name, threshold, repetitions, say) {
  const file = setsFile(name) ?? ''
  const run = (/** @type {number} */ joins, /** @type {string} */ workers) =>
    measure(process.execPath, joinSetsArguments(file, threshold, joins, workers))
  /** @type {[Report, Report]} */
  const [one, two] = JSON.parse((await run(ROUNDS, '1,2')).output)
  const whole = { one: /** @type {number[]} */ ([]), two: /** @type {number[]} */ ([]) }
  for (let i = 0; i < repetitions; i++) {
    whole.one.push((await run(1, '1')).seconds)
    whole.two.push((await run(1, '2')).seconds)
  }
  const ratio = median(one.joinSeconds.map((by1, i) => by1 / (two.joinSeconds[i] ?? Number.NaN)))
  const byOne = median(one.joinSeconds)
  section.table.push([
    name,
    `${threshold}`,
    inGroups(one.pairs),
    seconds(byOne),
    seconds(median(two.joinSeconds)),
    `${ratio.toFixed(2)} ×`,
    seconds(median(whole.one)),
    seconds(median(whole.two)),
  ])
  const isLong = byOne >= LONG_ENOUGH
  const what = isLong
    ? `two workers at least ${TIMES} × one: ${ratio.toFixed(2)} ×`
    : `too short to require ${TIMES} ×; at most a tenth slower: ${ratio.toFixed(2)} ×`
  const outcomes = [
    { name: '1 worker', pairs: one.pairs, raw: rawOf(one) },
    { name: '2 workers', pairs: two.pairs, raw: rawOf(two) },
  ]
  conclude(section, `${name} at ${threshold}`, outcomes, what, ratio >= (isLong ? TIMES : NO_LOSS), say)
}

/** @param {Report} report */
function rawOf({ joinSeconds }) {
  return joinSeconds.map((each) => each.toFixed(4)).join(', ')
}
