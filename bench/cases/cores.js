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
  const runs = await alternate(
    repetitions,
    counts.map((workers) => ({
      name: workers,
      run: () =>
        measure(process.execPath, [
          ...[program, 'find', ...files, '--json', '--progress', 'none'],
          ...['--threshold', `${threshold}`, '--recall', `${recall}`, '--workers', `${workers}`],
        ]),
    })),
    (workers, { seconds }) => say(`${workers} workers: ${seconds.toFixed(2)} s`),
  )
  const secondsWith = (/** @type {number} */ workers) =>
    median((runs.get(workers) ?? []).map(({ seconds }) => seconds))
  const times = (/** @type {number} */ workers) => secondsWith(1) / secondsWith(workers)
  return {
    title: `Workers: ${inGroups(size)} articles`,
    notes: [
      `Seconds of \`likewise find\` from start to exit, medians of ${repetitions}, threshold ${threshold}, recall ${recall}, without a`,
      'memory budget.',
    ],
    rows: [],
    tables: [
      [
        ['workers', 'pairs', 'seconds', 'times as fast', 'peak memory'],
        ...counts.map((workers) => {
          const all = runs.get(workers) ?? []
          return [
            `${workers}`,
            inGroups(summaryOf(all[0]?.output ?? '{}').pairs),
            all.map(({ seconds }) => seconds.toFixed(2)).join(', '),
            times(workers).toFixed(2),
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
