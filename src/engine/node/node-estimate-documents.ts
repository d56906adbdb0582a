import { closeSync, openSync, readSync } from 'node:fs'
import { readFault } from '../../read/node-fault.js'
import type { Source } from '../../read/source.js'

const PIECES = 32
const PIECE_BYTES = 2 ** 16
const NEWLINE = 0x0a

/** About how many lines a source has, by the newlines in pieces spread evenly over its files. */
export function estimateDocuments(source: Source): number {
  const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let [seen, lines] = [0, 0]
  const piece = Buffer.alloc(PIECE_BYTES)
  for (let i = 0; i < PIECES; i++) {
    const { file, place } = placeAt(source, (total * i) / PIECES)
    if (file === undefined) continue
    const handle = openFile(file)
    try {
      const read = readSync(handle, piece, 0, PIECE_BYTES, place)
      const bytes = piece.subarray(0, read)
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++
      seen += read
    } finally {
      closeSync(handle)
    }
  }
  return seen === 0 ? 0 : Math.ceil((total * Math.max(1, lines)) / seen)
}

/** The file and the place in it of a byte, when all files are counted through. */
function placeAt({ files }: Source, byte: number) {
  let before = 0
  for (const file of files) {
    if (byte < before + file.bytes) return { file, place: Math.floor(byte - before) }
    before += file.bytes
  }
  return { file: undefined, place: 0 }
}

function openFile({ name, path }: Source['files'][number]): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw readFault(name, error)
  }
}
