// @ts-check
// The largest collections: short documents and long ones within 16 GB of memory.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { corpusParts } from '../corpus-parts.js'
import { summaryOf } from '../likewise.js'
import { measure } from '../measure.js'
import { inGroups } from '../record.js'

const MEMORY = '16GB'
const KINDS = [
  { name: 'short', share: 1 },
  { name: 'articles', share: 0.2 },
]

/**
 * @param {import('./settings.js').Settings} settings `size` is the number of short documents; of long ones a fifth
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function large({ size = 100_000_000, threshold, recall, program, only, say }) {
  const table = [['documents', 'method', 'pairs', 'clusters', 'seconds', 'peak memory', 'in files']]
  for (const { name, share } of KINDS.filter((kind) => kind.name.includes(only))) {
    const documents = Math.round(share * size)
    const files = await corpusParts(name, documents)
    const { output, seconds, peakBytes } = await measure(process.execPath, [
      ...[program, 'find', ...files, '--json', '--progress', 'none', '--memory', MEMORY],
      ...['--threshold', `${threshold}`, '--recall', `${recall}`],
    ])
    const { pairs, clusters, spilledBytes, plan } = summaryOf(output)
    say(`${inGroups(documents)} ${name}: ${seconds.toFixed(1)} s`)
    table.push([
      `${inGroups(documents)} ${name}`,
      plan.method,
      inGroups(pairs),
      inGroups(clusters),
      seconds.toFixed(1),
      `${(peakBytes / 1e9).toFixed(1)} GB`,
      `${(spilledBytes / 1e9).toFixed(1)} GB`,
    ])
    // Most disks do not have room for two corpora at a time.
    if (only === '') rmSync(dirname(files[0] ?? ''), { recursive: true, force: true })
  }
  return {
    title: `Large collections within ${MEMORY}`,
    notes: [
      `\`likewise find --memory ${MEMORY}\` from start to exit, once, threshold ${threshold}, recall ${recall}, on all cores.`,
      'Short documents have 10 to 30 words, a third of them copies of earlier ones; articles are as in every other case.',
    ],
    rows: [],
    tables: [table],
    verdicts: [],
  }
}
