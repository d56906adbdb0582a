/// <reference types="node" />
import { type Dirent, fstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodingOf, formatByEnding } from '../../read/format.js'

/** How many bytes of text a byte of a compressed file typically holds. */
const EXPANSION = 5

/** A folder with more entries is not searched for the size of its files. */
const MAX_ENTRIES = 1000

/**
 * Whether inputs are so large that a command could block its thread for long. Inputs of unknown size count as large: a pipe, a glob, an
 * address.
 *
 * @param limit the number of bytes of text from which inputs are large
 */
export function areLarge(inputs: readonly string[], limit: number): boolean {
  let left = limit
  return inputs.some((input) => {
    left -= sizeOf(input, left)
    return left <= 0
  })
}

/** The bytes of text in an input, or, if there are more than `enough`, of a part of it; Infinity: not known. */
function sizeOf(input: string, enough: number): number {
  const stats = statsOf(input)
  if (stats?.isFile()) return textBytes(input, stats)
  return stats?.isDirectory() ? sizeOfFolder(input, enough) : Infinity
}

function sizeOfFolder(folder: string, enough: number): number {
  const entries = listed(folder)
  if (entries === undefined || entries.length > MAX_ENTRIES) return Infinity
  let size = 0
  for (const entry of entries) {
    // Links are left out: they may lead back to the folder.
    if (entry.isFile() || entry.isDirectory()) size += sizeOf(join(folder, entry.name), enough - size)
    if (size >= enough) break
  }
  return size
}

function listed(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

function textBytes(path: string, { size }: Stats): number {
  const { format, compression } = formatByEnding(path)
  const isCompressed = compression !== undefined || (format !== undefined && decodingOf(format) === 'binary')
  return isCompressed ? EXPANSION * size : size
}

/** The reader reports what is wrong with a path. */
function statsOf(input: string): Stats | undefined {
  try {
    return input === '-' ? fstatSync(0) : statSync(input)
  } catch {
    return undefined
  }
}
