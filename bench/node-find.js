// @ts-check
// A program that searches through likewise/node and writes the pairs as the command line does.
// Run: node bench/node-find.js files|iterable CORPUS PAIRS THRESHOLD RECALL
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { find } from '../dist/public/node.js'

const [mode = '', corpus = '', pairs = '', threshold, recall] = process.argv.slice(2)
/** Documents per batch, as a database client would return them. */
const BATCH = 1000
const CHUNK = 1 << 18

/** @type {string | AsyncIterable<{ text: string }[]>} */
let source = corpus
if (mode === 'iterable') {
  // The objects exist before the clock starts, because making them is the caller's work.
  const batches = await readBatches()
  source = (async function* () {
    yield* batches
  })()
}
const began = performance.now()
const found = await find(source, { threshold: Number(threshold), recall: Number(recall) })
const file = await open(pairs, 'w')
let text = ''
for await (const { a, b, similarity } of found.pairs()) {
  text += `${JSON.stringify({ a, b, similarity })}\n`
  if (text.length > CHUNK) {
    await file.write(text)
    text = ''
  }
}
await file.write(text)
await file.close()
await found.close()
console.log(JSON.stringify({ ...found.summary, seconds: (performance.now() - began) / 1000 }))

async function readBatches() {
  /** @type {{ text: string }[][]} */
  const batches = []
  /** @type {{ text: string }[]} */
  let batch = []
  for await (const line of createInterface(createReadStream(corpus))) {
    batch.push(JSON.parse(line))
    if (batch.length < BATCH) continue
    batches.push(batch)
    batch = []
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
