// @ts-check
// What an audit measures on real texts: the recall by bands is at least the requested one.
import { Missing } from '../corpora/real.js'
import { corpusFile } from '../corpora.js'
import { runLikewise } from '../likewise.js'
import { inGroups, percent } from '../record.js'
import { scratch } from './settings.js'

/** Licences in versions, licences of all kinds, documentation of packages, students' answers, students' programs. */
const KINDS = ['spdx', 'scancode', 'debian', 'clough', 'ir-plag']
const REQUEST = [0.9, 0.95, 0.99]
/** The number of documents that an audit samples; all, if there are fewer. */
const SAMPLED = 2000

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function audit(settings) {
  const { size = 40_000, threshold, only, say } = settings
  const table = [
    [
      'corpus',
      'documents',
      'requested',
      'guaranteed',
      'estimated',
      'measured',
      '95 % interval',
      'true pairs of the sample',
      'seconds',
    ],
  ]
  let reached = 0
  for (const kind of KINDS.filter((name) => name.includes(only))) {
    for (const recall of REQUEST) {
      try {
        const more = ['--method', 'bands', '--audit', `${SAMPLED}`]
        const pairs = scratch(`audit-${kind}.pairs.jsonl`)
        const run = await runLikewise(corpusFile(kind, size), pairs, { ...settings, recall, more })
        const report = JSON.parse(run.output)
        const { guaranteed, estimated, measured, low, high } = report.recall
        if (measured >= recall) reached++
        table.push([
          kind,
          inGroups(report.documents),
          percent(recall),
          ...[guaranteed, estimated, measured].map(percent),
          low === high ? 'all were sampled' : `${percent(low)} to ${percent(high)}`,
          inGroups(report.audit.truePairs),
          run.seconds.toFixed(2),
        ])
        say((table.at(-1) ?? []).join(' · '))
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        say(`${kind} is left out: ${error.message}`)
      }
    }
  }
  const rows = table.length - 1
  return {
    title: 'Audits of real texts',
    notes: [
      `Threshold ${threshold}, by bands, \`--audit ${SAMPLED}\`: this many documents are sampled, or all, and their true neighbors are found exactly.`,
      'A pair of two sampled documents counts twice.',
    ],
    rows: [],
    tables: [table],
    verdicts: [
      `measured recall is at least the requested one: ${reached} of ${rows}, ${reached === rows ? 'shown' : 'NOT shown'}`,
    ],
  }
}
