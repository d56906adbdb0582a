// @ts-check
// Streams 400 MB of texts to a search within a budget, and prints what it found and the peak of its memory. Every tenth text is its
// predecessor with five words replaced.

import { readFileSync } from 'node:fs'
import { find } from '../../dist/public/node.js'

let state = 1
/** @param {number} end */
const below = (end) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * end)
}
const vocabulary = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`)
const word = () => vocabulary[below(vocabulary.length)] ?? ''

let streamed = 0
async function* texts() {
  /** @type {string[]} */
  let words = []
  for (let id = 0; streamed < 4e8; id++) {
    if (id % 10 === 9) for (let i = 0; i < 5; i++) words[below(words.length)] = word()
    else words = Array.from({ length: 1000 }, word)
    const text = words.join(' ')
    streamed += text.length
    yield { id, text }
  }
}

const found = await find(texts(), { threshold: 0.8, memory: Number(process.argv[2]) })
let pairs = 0
let expected = 0
for await (const { a, b } of found.pairs()) {
  pairs++
  if (Number(b) % 10 === 9 && Number(b) - Number(a) === 1) expected++
}
const { documents } = found.summary
await found.close()
const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
console.log(JSON.stringify({ streamed, documents, pairs, expected, peak: 1024 * Number(peak) }))
