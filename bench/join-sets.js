// @ts-check
// Joins a .sets file several times in one process, and prints what the peers print. Run: npm run build && node
// bench/join-sets.js FILE THRESHOLD REPETITIONS WORKERS
import { joinLocal } from '../dist/engine/local/join/node-join-local.js'
import { WasmNumbers } from '../dist/kernel/wasm-numbers.js'
import { TemporaryFolder } from '../dist/read/node-spool.js'
import { readSets } from '../dist/read/sets/node-open-sets.js'
import { TokenNumbers } from '../dist/read/sets/token-numbers.js'

const [file = '', threshold, repetitions, workers] = process.argv.slice(2)
const began = performance.now()
/** @type {import('likewise').SetCollection[]} */
const parts = []
await readSets(file, { numbers: new WasmNumbers() }, new TokenNumbers(), new TemporaryFolder(), (part) =>
  parts.push(structuredClone(part)),
)
const readSeconds = (performance.now() - began) / 1000
const joinSeconds = []
let result
for (let i = 0; i < Number(repetitions); i++) {
  const start = performance.now()
  result = await joinLocal(
    {
      async read(take) {
        for (const part of parts) take(part)
      },
    },
    undefined,
    { threshold: Number(threshold), workers: Number(workers), countOnly: true },
  )
  joinSeconds.push((performance.now() - start) / 1000)
  result.close()
}
console.log(
  JSON.stringify({ peer: 'likewise', sets: result?.sets[0], pairs: result?.pairs, readSeconds, joinSeconds }),
)
