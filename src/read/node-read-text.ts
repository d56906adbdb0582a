import { closeSync, openSync, readSync } from 'node:fs'
import { UnreadableInput } from '../model/errors.js'
import { bytes } from '../model/quantities.js'
import { readFault } from './node-fault.js'
import { MAX_RECORD_BYTES } from './record-limit.js'

const CHUNK_BYTES = 1 << 20

/**
 * Reads a small file as a whole, such as a plan or a list of words; errors contain its name.
 *
 * @param limit the maximum number of bytes. A device or a pipe may have no end
 */
export function readText(path: string, limit: number = MAX_RECORD_BYTES): string {
  try {
    return readBytes(path, limit).toString()
  } catch (error) {
    throw readFault(path, error)
  }
}

function readBytes(path: string, limit: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const chunks: Buffer[] = []
    for (let total = 0; ; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, limit + 1 - total))
      const count = readSync(file, chunk)
      if (count === 0) return Buffer.concat(chunks, total)
      total += count
      if (total > limit) throw tooLarge(path, limit)
      chunks.push(chunk.subarray(0, count))
    }
  } finally {
    closeSync(file)
  }
}

function tooLarge(path: string, limit: number): UnreadableInput {
  return new UnreadableInput(
    path,
    `it has more than ${bytes(limit)}, the limit for a file that is held in memory`,
    limit < MAX_RECORD_BYTES ? 'use a smaller file, or more `memory`' : 'use a smaller file',
  )
}
