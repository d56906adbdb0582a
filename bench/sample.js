// @ts-check
// What a sample of a JSON Lines file tells of it, read as the local engine reads it: whole blocks, drawn evenly.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { drawBlocks, sampleStatistics, shingleCollection } from 'likewise'

/** Bytes read at once behind a block, to find the end of its last line. */
const TAIL = 1 << 16
/** Bytes of a file by which the length of its records is told. */
const BEGINNING = 1 << 20

/**
 * @param {string} file
 * @param {number} seed
 */
export function sampleFile(file, seed) {
  const size = statSync(file).size
  const handle = openSync(file, 'r')
  const { blocks, ofBlocks } = drawBlocks([size], { seed, recordBytes: recordBytes(handle) })
  /** @type {string[]} */
  const texts = []
  /** @type {number[]} */
  const blockOf = []
  let bytes = 0
  blocks.forEach(({ from, to }, block) => {
    for (const line of linesOf(handle, from, to, size)) {
      texts.push(JSON.parse(line.toString()).text)
      blockOf.push(block)
      bytes += line.length + 1
    }
  })
  closeSync(handle)
  return sampleStatistics({ sets: shingleCollection(texts), bytes, blockOf, blocks: blocks.length, ofBlocks })
}

/**
 * Bytes of a record, by the beginning of a file.
 *
 * @param {number} handle
 */
function recordBytes(handle) {
  const beginning = read(handle, 0, BEGINNING)
  return beginning.length / Math.max(1, beginning.filter((byte) => byte === 10).length)
}

/**
 * The lines that begin in a block.
 *
 * @param {number} handle
 * @param {number} from
 * @param {number} to
 * @param {number} size of the file
 */
function* linesOf(handle, from, to, size) {
  // The byte before a block says whether a line begins with it.
  const start = Math.max(0, from - 1)
  let buffer = read(handle, start, to)
  let at = from === 0 ? 0 : buffer.indexOf(10) + 1
  if (from > 0 && at === 0) return
  while (start + at < to) {
    let end = buffer.indexOf(10, at)
    while (end < 0 && start + buffer.length < size) {
      const place = start + buffer.length
      buffer = Buffer.concat([buffer, read(handle, place, Math.min(size, place + TAIL))])
      end = buffer.indexOf(10, at)
    }
    if (end < 0) end = buffer.length
    if (end > at) yield buffer.subarray(at, end)
    at = end + 1
  }
}

/**
 * @param {number} handle
 * @param {number} from
 * @param {number} to
 */
function read(handle, from, to) {
  const buffer = Buffer.alloc(to - from)
  return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, from))
}
