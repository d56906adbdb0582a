// @ts-check
// Exact joins of sets by two workers against one.
import { setsFile } from '../corpora/sets.js'
import { measure, median } from '../measure.js'
import { inGroups } from '../record.js'
import { combinations, conclude, joinSetsArguments, newSection, seconds } from './join.js'

const TIMES = 1.6
/** Two workers are asked to be so much faster where one takes so many seconds: to start a thread takes a twentieth of one. */
const LONG_ENOUGH = 0.5
/** The least ratio of a join that is shorter: that it does not lose by them. */
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
    title: 'Exact joins of sets: two workers against one',
    notes: [
      'Seconds of a join of sets that are in memory, to the number of pairs: medians of up to 25 joins by one and 25 by two workers',
      'in turn, in one process, each with workers of its own that are started and ended. The ratio is the median of those of one',
      'join by one worker to the next by two. `process` is a whole process with one join, reading included, which is done by one',
      'thread. `zipf-N` are N sets made by bench/corpora/zipf-sets.js, `articles-N` the word 5-shingles of N generated articles.',
      `Two workers are asked for at least ${TIMES} × one where one takes half a second or more; a shorter join may be over before a`,
      'thread has come up, and is asked only not to lose by it. All rows are shown.',
      ...(missing.length === 0 ? [] : [`Left out, because the data are not here: ${missing.join(', ')}.`]),
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
    : `too short for workers to be asked for ${TIMES} ×, only for no loss beyond a tenth: ${ratio.toFixed(2)} ×`
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
