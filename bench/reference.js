// @ts-check
// The reference for speed: one core reads a file with readSync, splits it into lines and parses each with JSON.parse. Prints what it read,
// to show that nothing was left out. Run: node bench/reference.js FILE
import { closeSync, openSync, readSync } from 'node:fs'

const BLOCK = 4 << 20
const NEWLINE = 10

const [file = ''] = process.argv.slice(2)
const began = performance.now()
const input = openSync(file, 'r')
let buffer = Buffer.allocUnsafe(2 * BLOCK)
let kept = 0
let documents = 0
let characters = 0
for (;;) {
  if (buffer.length - kept < BLOCK) buffer = Buffer.concat([buffer], 2 * buffer.length)
  const read = readSync(input, buffer, kept, BLOCK, null)
  const end = kept + read
  let start = 0
  for (let stop = buffer.indexOf(NEWLINE); stop >= 0 && stop < end; stop = buffer.indexOf(NEWLINE, start)) {
    parse(start, stop)
    start = stop + 1
  }
  if (read === 0) {
    if (start < end) parse(start, end)
    break
  }
  buffer.copyWithin(0, start, end)
  kept = end - start
}
closeSync(input)
const seconds = (performance.now() - began) / 1000
console.log(JSON.stringify({ documents, characters, seconds }))

/**
 * @param {number} start
 * @param {number} end
 */
function parse(start, end) {
  documents++
  characters += JSON.parse(buffer.toString('utf8', start, end)).text.length
}
