// @ts-check
// Exact joins of sets by two workers against one.
import { setsFile } from '../corpora/sets.js'
import { inGroups } from '../record.js'
import { combinations, conclude, newSection, ours, RAW_HEAD, race, seconds } from './join.js'

const TIMES = 1.6
/** Two workers are asked to be so much faster where one takes so many seconds: to start a thread takes a twentieth of one. */
const LONG_ENOUGH = 0.5

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function workers(settings) {
  const { size = 400_000, repetitions, only, say } = settings
  const wanted = ['retail', 'mushroom', `articles-${size / 10}`, `zipf-${size}`]
  const names = wanted.filter((name) => name.includes(only) && setsFile(name) !== undefined)
  const section = await byWorkers(names, repetitions, say)
  return {
    title: 'Exact joins of sets: two workers against one',
    notes: [
      'Seconds of a join of sets that are in memory, to the number of pairs: the median of several joins in one process, each with',
      'workers of its own that are started and ended, and of the processes; one and two workers ran in turn. `process` is a whole process with one',
      'join, reading included, which is done by one thread. `zipf-N` are N sets made by bench/corpora/zipf-sets.js, `articles-N` the',
      `word 5-shingles of N generated articles. Two workers are asked for at least ${TIMES} × one where one takes half a second or more; a`,
      'shorter join may be over before a thread has come up, and is asked only not to lose by it. All rows are shown.',
    ],
    rows: [],
    tables: [section.table, [RAW_HEAD, ...section.raw]],
    verdicts: section.verdicts,
  }
}

/**
 * @param {readonly string[]} names
 * @param {number} repetitions
 * @param {(line: string) => void} say
 * @returns {Promise<import('./join.js').Section>}
 */
async function byWorkers(names, repetitions, say) {
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
    const file = setsFile(name) ?? ''
    const [one, two] = await race(repetitions, ours(file, threshold, 1), ours(file, threshold, 2))
    const ratio = one.seconds / two.seconds
    section.table.push([
      name,
      `${threshold}`,
      inGroups(one.pairs),
      ...[one, two].map((each) => seconds(each.seconds)),
      `${ratio.toFixed(2)} ×`,
      ...[one, two].map((each) => seconds(each.process)),
    ])
    const isLong = one.seconds >= LONG_ENOUGH
    const what = isLong
      ? `two workers at least ${TIMES} × one: ${ratio.toFixed(2)} ×`
      : `too short for workers to be asked for ${TIMES} ×, only for no loss beyond a tenth: ${ratio.toFixed(2)} ×`
    conclude(section, `${name} at ${threshold}`, [one, two], what, ratio >= (isLong ? TIMES : 0.9), say)
  }
  return section
}
