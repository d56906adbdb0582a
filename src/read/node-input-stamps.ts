/// <reference types="node" />
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { UnreadableInput } from '../model/errors.js'
import type { Input } from './input.js'
import { readFault } from './node-fault.js'
import type { InputStamp, Source, SourceFile } from './source.js'

/** The state of those inputs that are files. */
export function stampInputs(inputs: readonly Input[]): InputStamp[] {
  return inputs
    .filter(({ isRegular }) => isRegular)
    .map(({ name, path, bytes, modified, isRead }) =>
      isRead ? { name, path: path!, bytes, modified, isRead } : { name, path: path!, bytes, modified },
    )
}

/**
 * Throws an `UnreadableInput` if an input that is still needed has changed since it was opened.
 *
 * @param areAllNeeded whether files that were read completely are read again. Default: false
 */
export function checkUnchanged(
  { inputs, files }: Pick<Source, 'inputs' | 'files'>,
  areAllNeeded = false,
): void {
  const stamps: readonly (SourceFile & Pick<InputStamp, 'isRead'>)[] = inputs ?? files
  for (const { name, path, bytes, modified, isRead } of stamps) {
    if (modified !== undefined && (areAllNeeded || !isRead))
      compare({ name, bytes, modified }, statOf(name, path))
  }
}

/** The same for an open file: if nothing is thrown, everything that was read from it is as it was when it was opened. */
export function checkOpenUnchanged(handle: number, stamp: Omit<InputStamp, 'path'>): void {
  compare(stamp, fstatSync(handle))
}

function compare({ name, bytes, modified }: Omit<InputStamp, 'path'>, now: Stats): void {
  if (now.size === bytes && now.mtimeMs === modified) return
  const how = now.size > bytes ? 'grew' : now.size < bytes ? 'became shorter' : 'changed'
  throw new UnreadableInput(
    name,
    `it ${how} while it was being read`,
    'do not change it during a run, and run again',
  )
}

function statOf(name: string, path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw readFault(name, error)
  }
}

const PIECES = 16
const PIECE_BYTES = 4096

/** A checksum of samples spread evenly over a file, so that a change is unlikely to go unnoticed. */
export function sampleChecksum({ name, path, bytes }: InputStamp): number {
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(PIECE_BYTES)
    let checksum = 0
    for (let i = 0; i < PIECES; i++) {
      const offset = Math.floor((Math.max(0, bytes - PIECE_BYTES) * i) / (PIECES - 1))
      const read = readSync(file, piece, 0, PIECE_BYTES, offset)
      checksum = crc32(piece.subarray(0, read), checksum)
    }
    return checksum
  } catch (error) {
    throw readFault(name, error)
  } finally {
    closeSync(file)
  }
}
