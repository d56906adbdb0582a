// @ts-check
// Joins a .sets file several times in one process, and prints the same report as the peers. With several numbers of workers, such as 1,2,
// the joins take turns, and a list with one report for each is printed. Run: npm run build && node bench/join-sets.js FILE THRESHOLD
// REPETITIONS WORKERS
import { nodeJoin } from '../dist/engine/node/join/node-join.js'
import { WasmNumbers } from '../dist/kernel/wasm-numbers.js'
import { concatenateSets } from '../dist/model/set-collection.js'
import { TemporaryFolder } from '../dist/read/node-spool.js'
import { readSets } from '../dist/read/sets/node-open-sets.js'
import { TokenNumbers } from '../dist/read/sets/token-numbers.js'

const [file = '', threshold, repetitions, workers] = process.argv.slice(2)
const began = performance.now()
/** @type {import('likewise/join').SetCollection[]} */
const parts = []
await readSets([file], { numbers: new WasmNumbers() }, new TokenNumbers(), new TemporaryFolder(), (part) =>
  parts.push(structuredClone(part)),
)
const collection = concatenateSets(parts)
const readSeconds = (performance.now() - began) / 1000
/** Rounds end after this many seconds per number of workers, but there are at least three. */
const ENOUGH = 20
const MIN_ROUNDS = 3

const contestants = (workers ?? '').split(',').map(Number)
const reports = contestants.map(() => ({
  peer: 'likewise',
  sets: 0,
  pairs: 0,
  readSeconds,
  joinSeconds: /** @type {number[]} */ ([]),
}))
const start = performance.now()
for (let round = 0; round < Number(repetitions); round++) {
  for (const [i, report] of reports.entries()) {
    const { sets, pairs, seconds } = await join(contestants[i] ?? 1)
    Object.assign(report, { sets, pairs })
    report.joinSeconds.push(seconds)
  }
  if (round + 1 >= MIN_ROUNDS && performance.now() - start > 1000 * ENOUGH * contestants.length) break
}
console.log(JSON.stringify(reports.length === 1 ? reports[0] : reports))

/** @param {number} workers */
async function join(workers) {
  const start = performance.now()
  const options = { threshold: Number(threshold), workers, countOnly: true }
  const { sets, pairs, close } = await nodeJoin(collection, undefined, options)
  const seconds = (performance.now() - start) / 1000
  close()
  return { sets: sets[0], pairs, seconds }
}
