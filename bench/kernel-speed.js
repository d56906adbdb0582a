// @ts-check
// The kernel in Node on one thread: CPU time per document, best of some passes, for JSON Lines and for plain texts with offsets.
// Prints one JSON object. Run: node bench/kernel-speed.js FILE DOCUMENTS PASSES
import { readFileSync } from 'node:fs'
import { loadKernel } from '../dist/kernel/load-kernel.js'

const [file = '', documents = '20000', passes = '5'] = process.argv.slice(2)
const lines = readFileSync(file, 'utf8').split('\n').slice(0, Number(documents)).filter(Boolean)
const json = Buffer.from(`${lines.join('\n')}\n`)
const encoded = lines.map((line) => Buffer.from(JSON.parse(line).text))
const texts = Buffer.concat(encoded)
const offsets = new Uint32Array(lines.length + 1)
for (const [i, bytes] of encoded.entries()) offsets[i + 1] = (offsets[i] ?? 0) + bytes.length

const bands = /** @type {const} */ ({
  bands: 13,
  rows: 7,
  scheme: { sketch: 'fast-similarity', slots: 91, seed: 1 },
})
/** Pieces of about a megabyte, as in Python, so that the output of a call stays in the cache. */
const PIECE = 1 << 20

/** @param {() => number} pass returns a checksum */
function best(pass) {
  let fastest = Number.POSITIVE_INFINITY
  let checksum = 0
  for (let i = 0; i <= Number(passes); i++) {
    const before = process.cpuUsage()
    checksum = pass()
    const { user, system } = process.cpuUsage(before)
    // The first pass compiles.
    if (i > 0) fastest = Math.min(fastest, user + system)
  }
  return { microseconds: fastest / lines.length, checksum }
}

const reader = loadKernel({ textFields: ['text'], bands })
const jsonLines = best(() => {
  let checksum = 0
  for (let start = 0; start < json.length; ) {
    const piece = json.subarray(start, start + PIECE)
    const batch = reader.readJsonLines(piece, start + piece.length === json.length)
    checksum = sum(checksum, batch.keys)
    start += batch.consumed
  }
  return checksum
})
const plain = loadKernel({ textFields: ['text'], bands })
let lastKey = 0
const plainTexts = best(() => {
  let checksum = 0
  for (let first = 0; first < lines.length; ) {
    let end = first + 1
    while (end < lines.length && (offsets[end + 1] ?? 0) - (offsets[first] ?? 0) <= PIECE) end++
    const batch = plain.readTexts(texts, offsets.subarray(first, end + 1))
    checksum = sum(checksum, batch.keys)
    first += batch.count
    lastKey = batch.keys.at(-1) ?? 0
  }
  return checksum
})
console.log(
  JSON.stringify({
    documents: lines.length,
    bytes: texts.length,
    jsonLines,
    plainTexts: { ...plainTexts, lastKey },
  }),
)

/** A cheap checksum: the last key of each batch. @param {number} checksum @param {Uint32Array} keys */
function sum(checksum, keys) {
  return (checksum + (keys.at(-1) ?? 0)) >>> 0
}
