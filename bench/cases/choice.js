// @ts-check
// Compares the method that the plan chooses with both that it could choose: bands, and an exact search.
import { Missing } from '../corpora/real.js'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { alternate, median } from '../measure.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

/** Kinds of corpora, and the share of the case's size that each has; real corpora have a fixed size. */
const KINDS = /** @type {const} */ ([
  ['articles', 1, 'few duplicates'],
  ['articles', 0.1, 'few documents'],
  ['short', 0.5, 'short'],
  ['boilerplate', 0.1, 'furniture on every page'],
  ['skew', 0.04, 'many near-identical'],
  ['debian', 0.2, 'copyright files, many copies'],
  ['spdx', 1, 'long, many versions'],
  ['scancode', 1, 'long'],
  ['retail', 1, 'transactions'],
  ['mushroom', 1, 'transactions, dense'],
  ['templates', 0.1, 'formulaic, at 0.7'],
  ['furnished', 0.1, 'formulaic, at 0.8'],
  ['chains', 0.1, 'formulaic, at 0.7'],
  ['licences', 0.05, 'formulaic, at 0.9'],
  ['rows', 0.1, 'formulaic, at 0.7'],
])
/** Formulaic texts are searched by shingles of three words, at thresholds where a part of each group is similar. */
/** @type {Readonly<Record<string, number>>} */
const FORMULAIC_AT = { templates: 0.7, furnished: 0.8, chains: 0.7, licences: 0.9, rows: 0.7 }
const TRANSACTIONS = ['retail', 'mushroom']
const WAYS = /** @type {const} */ ([
  ['chosen', []],
  ['bands', ['--method', 'bands']],
  ['exact', ['--method', 'exact']],
])
const TIMES = 1.3
/** The share of the corpora on which this must hold. */
const ENOUGH = 0.9

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function choice(settings) {
  const { size = 200_000, repetitions, threshold, recall, only, say } = settings
  /** @type {string[][]} */
  const table = [
    [
      'corpus',
      'documents',
      'chosen',
      'seconds',
      'bands',
      'exact',
      'chosen / better',
      'pairs: bands',
      'pairs: exact',
    ],
  ]
  /** @type {string[][]} */
  const raw = [['', 'seconds of each run, in their order']]
  let within = 0
  for (const [kind, share, what] of KINDS.filter(([kind]) => kind.includes(only))) {
    try {
      const corpus = corpusFile(kind, Math.round(size * share))
      const threshold = FORMULAIC_AT[kind] ?? settings.threshold
      const k = TRANSACTIONS.includes(kind) ? 1 : FORMULAIC_AT[kind] === undefined ? 5 : 3
      const words = ['--shingle', `words:${k}`]
      /** @type {Map<string, { documents: number, pairs: number, plan: { method: string } }>} */
      const reported = new Map()
      const runs = await alternate(
        repetitions,
        WAYS.map(([name, more]) => ({
          name,
          run: async () => {
            const pairs = scratch(`choice-${kind}.pairs.jsonl`)
            const run = await runLikewise(corpus, pairs, {
              ...settings,
              threshold,
              more: [...words, ...more],
            })
            reported.set(name, JSON.parse(run.output))
            return run
          },
        })),
      )
      const secondsOf = (/** @type {string} */ name) =>
        (runs.get(/** @type {any} */ (name)) ?? []).map((run) => run.seconds)
      const [chosen, bands, exact] = WAYS.map(([name]) => median(secondsOf(name)))
      const times = (chosen ?? 0) / Math.min(bands ?? 0, exact ?? 0)
      if (times <= TIMES) within++
      const name = `${kind} (${what})`
      table.push([
        name,
        inGroups(reported.get('chosen')?.documents ?? 0),
        reported.get('chosen')?.plan.method ?? '',
        ...[chosen, bands, exact].map((seconds) => (seconds ?? 0).toFixed(2)),
        times.toFixed(2),
        inGroups(reported.get('bands')?.pairs ?? 0),
        inGroups(reported.get('exact')?.pairs ?? 0),
      ])
      for (const [way] of WAYS) {
        raw.push([
          `${name}, ${way}`,
          secondsOf(way)
            .map((seconds) => seconds.toFixed(2))
            .join(', '),
        ])
      }
      say((table.at(-1) ?? []).join(' · '))
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      say(`${kind} is left out: ${error.message}`)
    }
  }
  const corpora = table.length - 1
  const enough = within >= ENOUGH * corpora ? 'shown' : 'NOT shown'
  return {
    title: `The chosen method: ${corpora} corpora`,
    notes: [
      `Threshold ${threshold}, recall ${recall}. Each corpus was searched by the method that the plan chose, by bands and exactly, in turn,`,
      `${repetitions} times; seconds are medians, from the start of the process to its end. Transactions are sets of words.`,
    ],
    rows: [],
    tables: [table, raw],
    verdicts: [`within ${TIMES} times the better one on nine of ten: ${within} of ${corpora}, ${enough}`],
  }
}
