// @ts-check
// For every kind of generated documents: the time of a search, compared with one core that only reads and parses the same file.
import { BY_NUMBER } from '../corpora.js'
import { summaryOf } from '../likewise.js'
import { againstReading } from '../reading-alone.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function kinds(settings) {
  const { size = 300_000, threshold, recall, only } = settings
  /** @type {import('../record.js').Row[]} */
  const rows = []
  /** @type {string[]} */
  const verdicts = []
  for (const kind of Object.keys(BY_NUMBER).filter((name) => new RegExp(only).test(name))) {
    const { reference, found, verdict } = await againstReading(
      kind,
      size,
      scratch(`kinds-${kind}.jsonl`),
      settings,
    )
    const { pairs } = summaryOf(found.runs[0]?.output ?? '{}')
    rows.push(
      { ...reference, name: `${kind}: read and parsed` },
      { ...found, name: `${kind}: likewise find` },
    )
    verdicts.push(`${kind} (${inGroups(pairs)} pairs), ${verdict}`)
  }
  return {
    title: `Every kind of documents: ${inGroups(size)} of each, against reading and parsing alone`,
    notes: [
      `Threshold ${threshold}, recall ${recall}. The reference reads the file with readSync, splits it into lines and parses each with JSON.parse, on`,
      'one core. The two programs ran in turn, the file in the page cache. How each kind is made: bench/README.md.',
    ],
    rows,
    verdicts,
  }
}
