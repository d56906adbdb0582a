/// <reference types="node" />
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { UnreadableInput } from '../model/errors.js'
import { readFault } from './node-fault.js'
import type { Input } from './node-inputs.js'
import type { InputStamp, Source } from './source.js'

/** What the inputs look like now; undefined where one cannot be read twice. */
export function stampInputs(inputs: readonly Input[]): InputStamp[] | undefined {
  if (inputs.some(({ isRegular }) => !isRegular)) return undefined
  return inputs.map(({ name, path }) => stamp(name, resolve(path!)))
}

function stamp(name: string, path: string): InputStamp {
  try {
    const { size, mtimeMs } = statSync(path)
    return { name, path, bytes: size, modified: mtimeMs }
  } catch (error) {
    throw readFault(name, error)
  }
}

/** Throws an `UnreadableInput` if an input is not as it was when it was opened. */
export function checkUnchanged({ inputs }: Pick<Source, 'inputs'>): void {
  for (const { name, path, bytes, modified } of inputs ?? []) {
    const now = stamp(name, path)
    if (now.bytes === bytes && now.modified === modified) continue
    const how = now.bytes > bytes ? 'grew' : now.bytes < bytes ? 'became shorter' : 'changed'
    throw new UnreadableInput(name, `it ${how} while it was read`, 'leave it alone, and run again')
  }
}

const PIECES = 16
const PIECE_BYTES = 4096

/** A checksum of pieces spread evenly over a file: what changes it leaves few chances to go unseen. */
export function sampleChecksum({ name, path, bytes }: InputStamp): number {
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(PIECE_BYTES)
    let checksum = 0
    for (let i = 0; i < PIECES; i++) {
      const place = Math.floor((Math.max(0, bytes - PIECE_BYTES) * i) / (PIECES - 1))
      const read = readSync(file, piece, 0, PIECE_BYTES, place)
      checksum = crc32(piece.subarray(0, read), checksum)
    }
    return checksum
  } catch (error) {
    throw readFault(name, error)
  } finally {
    closeSync(file)
  }
}
