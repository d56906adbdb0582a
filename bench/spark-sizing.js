// @ts-check
// The sizing table of docs/guide/spark.md, computed from the cost per document.
// Run: node bench/spark-sizing.js CPU-MICROSECONDS SHUFFLED-BYTES DISK-BYTES, each per document, as the case `spark` records them
import { pathToFileURL } from 'node:url'

/** Documents of a cluster to size. */
const DOCUMENTS = [1e6, 1e7, 1e8, 1e9, 1e10]
/** Cores of an example. */
const CORES = 1000

/** @typedef {{ cpuSeconds: number, shuffleBytes: number, diskBytes: number }} DocumentCost */

/**
 * Everything grows with the number of documents: core-hours, bytes shuffled, and disk space.
 *
 * @param {DocumentCost} cost
 * @returns {string[][]}
 */
export function sizingTable({ cpuSeconds, shuffleBytes, diskBytes }) {
  return [
    [
      'documents',
      'core-hours',
      `on ${CORES.toLocaleString('en')} cores`,
      'shuffled',
      'disk of all executors',
    ],
    ...DOCUMENTS.map((documents) => [
      documents.toLocaleString('en'),
      rounded((documents * cpuSeconds) / 3600),
      duration((documents * cpuSeconds) / CORES),
      bytes(documents * shuffleBytes),
      bytes(documents * diskBytes),
    ]),
  ]
}

/** Such a table is not precise beyond two digits. @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 6 })
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 100) return `${rounded(seconds)} s`
  return seconds < 6000 ? `${rounded(seconds / 60)} min` : `${rounded(seconds / 3600)} h`
}

/** @param {number} count */
function bytes(count) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(count) / 3)))
  return `${rounded(count / 1000 ** unit)} ${units[unit]}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [cpu = Number.NaN, shuffleBytes = Number.NaN, diskBytes = Number.NaN] = process.argv
    .slice(2)
    .map(Number)
  if (![cpu, shuffleBytes, diskBytes].every((value) => value > 0)) {
    console.error('node bench/spark-sizing.js CPU-MICROSECONDS SHUFFLED-BYTES DISK-BYTES')
    process.exit(2)
  }
  const [head = [], ...rows] = sizingTable({ cpuSeconds: cpu / 1e6, shuffleBytes, diskBytes })
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`)
}
