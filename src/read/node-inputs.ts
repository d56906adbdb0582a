/// <reference types="node" />
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InvalidOption, UnreadableInput } from '../model/errors.js'
import { type Compression, type Format, formatByEnding, KNOWN_ENDINGS } from './format.js'
import { readFault } from './node-fault.js'
import { emptyFile } from './record-gate.js'

/** One file to read, or stdin. */
export interface Input {
  /** As the user named it. */
  readonly name: string
  /** Undefined: stdin. */
  readonly path: string | undefined
  readonly format: Format
  /** By its ending. */
  readonly compression: Compression | undefined
  /** Whether it is a file that can be read at any place; stdin and pipes are not. */
  readonly isRegular: boolean
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/**
 * The files behind paths, globs, folders and `-` (stdin), in the order given; those of a glob or a folder sorted by
 * name. A folder gives the files of known endings in it and below, hidden ones aside; all of them if a format is named.
 */
export async function listInputs(inputs: readonly string[], format?: Format): Promise<Input[]> {
  if (inputs.length === 0) throw new InvalidOption('inputs', 'empty', 'at least one file, folder or glob')
  const found: Input[] = []
  for (const name of inputs) {
    if (name === '-') found.push(stdinInput(format))
    else found.push(...(await listOne(name, format)))
  }
  refuseTwice(found)
  return found
}

function stdinInput(format: Format | undefined): Input {
  return {
    name: 'stdin',
    path: undefined,
    format: format ?? 'jsonl',
    compression: undefined,
    isRegular: false,
    bytes: 0,
    modified: 0,
  }
}

async function listOne(name: string, format: Format | undefined): Promise<Input[]> {
  const stats = statIfThere(name)
  if (stats === undefined) {
    // What is there by its very name is no glob, whatever it looks like.
    const { glob, isDynamicPattern } = await import('tinyglobby')
    if (!isDynamicPattern(name)) return [fileInput(name, statOf(name), format)]
    const paths = await glob(name, { expandDirectories: false, absolute: name.startsWith('/') })
    if (paths.length === 0) throw new UnreadableInput(name, 'no file matches', 'check the pattern')
    return paths.sort(byCodeUnits).map((path) => fileInput(path, statOf(path), format))
  }
  if (!stats.isDirectory()) return [fileInput(name, stats, format)]
  const paths = filesBelow(name, [])
    .filter((path) => format !== undefined || formatByEnding(path).format !== undefined)
    .sort(byCodeUnits)
  if (paths.length === 0) {
    throw new UnreadableInput(name, 'the folder holds no file to read', `known endings: ${KNOWN_ENDINGS}`)
  }
  return paths.map((path) => fileInput(path, statOf(path), format))
}

function fileInput(name: string, stats: Stats, format: Format | undefined): Input {
  const byEnding = formatByEnding(name)
  const isRegular = stats.isFile()
  // Pipes have no ending: the shell names them /dev/fd/63.
  const known = format ?? byEnding.format ?? (isRegular ? undefined : 'jsonl')
  if (known === undefined) {
    throw new UnreadableInput(
      name,
      'its ending is unknown',
      `name the format, or give it one of ${KNOWN_ENDINGS}`,
    )
  }
  if (isRegular && stats.size === 0 && known !== 'text' && known !== 'html') throw emptyFile(name)
  return {
    name,
    path: resolve(name),
    format: known,
    compression: byEnding.compression,
    isRegular,
    bytes: stats.size,
    modified: stats.mtimeMs,
  }
}

function statOf(name: string): Stats {
  try {
    return statSync(name)
  } catch (error) {
    throw readFault(name, error)
  }
}

function statIfThere(name: string): Stats | undefined {
  try {
    return statSync(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw readFault(name, error)
  }
}

/** All files below a folder; links are followed, but not round in a circle. */
function filesBelow(folder: string, above: readonly string[]): string[] {
  try {
    const real = realpathSync(folder)
    if (above.includes(real)) return []
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name.startsWith('.')) return []
      const path = join(folder, entry.name)
      const stats = entry.isSymbolicLink() ? statOf(path) : entry
      if (stats.isDirectory()) return filesBelow(path, [...above, real])
      return stats.isFile() ? [path] : []
    })
  } catch (error) {
    throw readFault(folder, error)
  }
}

/** A file named twice would make every document of it a duplicate. */
function refuseTwice(inputs: readonly Input[]): void {
  const seen = new Set<string>()
  for (const { name, path } of inputs) {
    const key = path ?? '-'
    if (seen.has(key)) throw new UnreadableInput(name, 'it is named twice', 'name each input once')
    seen.add(key)
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
