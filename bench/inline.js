// @ts-check
// Times findSimilar on synthetic documents and prints the table of docs/guide/limits.md. Each row runs in its own process, so that its peak
// memory is measured separately. The documents are generated from a seed: candidates and pairs are the same on every machine, seconds and
// memory are not.
// Run: npm run build && node bench/inline.js
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findSimilar } from 'likewise'
import { Random } from 'likewise/text'

const SEED = 3
const VOCABULARY = 20_000
const WORDS = 210
/** One document in this many is an edited copy of an earlier one, … */
const COPY_EVERY = 5
/** … with from 1 to this many words replaced. */
const MAX_EDITS = 12

/** @typedef {{ count: number, threshold: number, method: 'bands' | 'exact' }} Row */

/** @type {readonly Row[]} */
const ROWS = [
  { count: 10_000, threshold: 0.8, method: 'bands' },
  { count: 10_000, threshold: 0.8, method: 'exact' },
  { count: 50_000, threshold: 0.8, method: 'bands' },
  { count: 50_000, threshold: 0.8, method: 'exact' },
  { count: 50_000, threshold: 0.5, method: 'bands' },
  { count: 50_000, threshold: 0.5, method: 'exact' },
]

const [given] = process.argv.slice(2)
if (given === undefined) printTable()
else console.log(JSON.stringify(measure(JSON.parse(given))))

function printTable() {
  const cores = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`
  console.log(`${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${cores}\n`)
  console.log('| documents | threshold | method | CPU seconds | memory | candidates | pairs |')
  console.log('|---|---|---|---|---|---|---|')
  for (const row of ROWS) {
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(row)], {
      encoding: 'utf8',
    })
    const { seconds, megabytes, candidates, pairs } = JSON.parse(output)
    const cells = [
      inGroups(row.count),
      row.threshold,
      row.method,
      seconds.toFixed(1),
      `${megabytes} MB`,
      inGroups(candidates),
      inGroups(pairs),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/**
 * One row, in this process. The CPU time is that of `findSimilar`, texts to clusters; the memory is the peak of the process,
 * texts included.
 *
 * @param {Row} row
 */
function measure({ count, threshold, method }) {
  const documents = makeDocuments(count)
  const began = process.cpuUsage()
  const { candidates, pairs } = findSimilar(documents, { threshold, recall: 0.95, method })
  const { user, system } = process.cpuUsage(began)
  const seconds = (user + system) / 1e6
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  return { seconds, megabytes, candidates, pairs: pairs.length }
}

/**
 * Texts of random words, some of which are much more frequent than others.
 *
 * @param {number} count
 * @returns {string[]}
 */
function makeDocuments(count) {
  const random = new Random(SEED)
  const vocabulary = Array.from({ length: VOCABULARY }, () => makeWord(random))
  const pick = () => vocabulary[Math.floor(VOCABULARY * random.unit() ** 2)] ?? ''
  /** @type {string[]} */
  const documents = []
  for (let i = 0; i < count; i++) {
    if (i > 0 && random.below(COPY_EVERY) === 0) {
      const words = documents[random.below(i)]?.split(' ') ?? []
      for (let edits = random.below(MAX_EDITS); edits >= 0; edits--)
        words[random.below(words.length)] = pick()
      documents.push(words.join(' '))
    } else {
      documents.push(Array.from({ length: WORDS }, pick).join(' '))
    }
  }
  return documents
}

/** @param {Random} random */
function makeWord(random) {
  const letters = Array.from({ length: 3 + random.below(7) }, () => random.below(26))
  return String.fromCharCode(...letters.map((letter) => 97 + letter))
}

/** @param {number} count */
function inGroups(count) {
  return count.toLocaleString('en')
}
