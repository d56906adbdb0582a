// @ts-check
// How much faster a search is on 4 and 16 workers than on one.
import { availableParallelism } from 'node:os'
import { corpusParts } from '../corpus-parts.js'
import { summaryOf } from '../likewise.js'
import { alternate, measure, median } from '../measure.js'
import { inGroups } from '../record.js'

/** Numbers of workers, and how many times faster than one worker they must be. */
const TARGETS = [
  { workers: 4, times: 3.6 },
  { workers: 16, times: 11 },
]

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function cores({ size = 8_000_000, repetitions, threshold, recall, program, say }) {
  const files = await corpusParts('articles', size)
  const targets = TARGETS.filter(({ workers }) => workers <= availableParallelism())
  const counts = [1, ...targets.map(({ workers }) => workers)]
  const search = (/** @type {readonly string[]} */ inputs, /** @type {number} */ workers) =>
    measure(process.execPath, [
      ...[program, 'find', ...inputs, '--json', '--progress', 'none'],
      ...['--threshold', `${threshold}`, '--recall', `${recall}`, '--workers', `${workers}`],
    ])
  const runs = await alternate(
    repetitions,
    counts.map((workers) => ({ name: workers, run: () => search(files, workers) })),
    (workers, { seconds }) => say(`${workers} workers: ${seconds.toFixed(2)} s`),
  )
  const ceilings = await ceilingsOf(counts, repetitions, async (parts) => {
    const began = performance.now()
    await Promise.all(files.slice(0, parts).map((file) => search([file], 1)))
    const seconds = (performance.now() - began) / 1000
    say(`${parts} separate searches: ${seconds.toFixed(2)} s`)
    return seconds
  })
  const secondsWith = (/** @type {number} */ workers) =>
    median((runs.get(workers) ?? []).map(({ seconds }) => seconds))
  const times = (/** @type {number} */ workers) => secondsWith(1) / secondsWith(workers)
  return {
    title: `Workers: ${inGroups(size)} articles`,
    notes: [
      `Seconds of \`likewise find\` from start to exit, medians of ${repetitions}, threshold ${threshold}, recall ${recall}, without a`,
      'memory budget. The ceiling is that of the machine: so many separate searches of a sixteenth of the documents, each on one thread, at the',
      'same time, compared with one alone. Cores that share caches, memory and clock are slower together.',
    ],
    rows: [],
    tables: [
      [
        ['workers', 'pairs', 'seconds', 'times as fast', 'ceiling', 'peak memory'],
        ...counts.map((workers) => {
          const all = runs.get(workers) ?? []
          return [
            `${workers}`,
            inGroups(summaryOf(all[0]?.output ?? '{}').pairs),
            all.map(({ seconds }) => seconds.toFixed(2)).join(', '),
            times(workers).toFixed(2),
            (ceilings.get(workers) ?? 1).toFixed(2),
            `${Math.round(median(all.map(({ peakBytes }) => peakBytes)) / 2 ** 20)} MiB`,
          ]
        }),
      ],
    ],
    verdicts: targets.map(
      ({ workers, times: limit }) =>
        `${workers} workers at least ${limit} times as fast as one: ${times(workers).toFixed(2)}, ${times(workers) >= limit ? 'shown' : 'NOT shown'}`,
    ),
  }
}

/**
 * How many times as much work a machine does in several processes at a time as in one.
 *
 * @param {readonly number[]} counts
 * @param {number} repetitions
 * @param {(parts: number) => Promise<number>} run the seconds of so many searches at the same time
 */
async function ceilingsOf(counts, repetitions, run) {
  /** @type {Map<number, number[]>} */
  const seconds = new Map(counts.map((parts) => [parts, []]))
  for (let round = 0; round < repetitions; round++)
    for (const parts of counts) seconds.get(parts)?.push(await run(parts))
  const alone = median(seconds.get(1) ?? [])
  return new Map(counts.map((parts) => [parts, (parts * alone) / median(seconds.get(parts) ?? [])]))
}
