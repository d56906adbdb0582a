// @ts-check
// The time of a search, compared with one core that only reads and parses the same file.
import { summaryOf } from '../likewise.js'
import { againstReading } from '../reading-alone.js'
import { inGroups } from '../record.js'
import { exactTruth, qualityOf } from '../truth.js'
import { scratch } from './settings.js'

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function speed(settings) {
  const { size = 1_000_000, threshold, first = 50_000 } = settings
  const pairs = scratch('speed.pairs.jsonl')
  const { corpus, reference, found, verdict } = await againstReading('articles', size, pairs, settings)
  const quality = await qualityOf(pairs, await exactTruth(corpus, first, threshold))
  const summary = summaryOf(found.runs[0]?.output ?? '{}')
  return {
    title: `Speed: ${inGroups(size)} articles of about 1.5 KB`,
    notes: [
      `Threshold ${threshold}, recall ${settings.recall}. The two programs ran in turn, the file in the page cache.`,
      `Recall and precision are those among the first ${inGroups(first)} documents, against an exact join.`,
    ],
    rows: [
      { ...reference, name: 'readSync, line split, JSON.parse (one core)' },
      { ...found, quality },
    ],
    verdicts: [verdict, `Likewise says: \`${JSON.stringify(summary)}\``],
  }
}
