/// <reference types="node" />
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InvalidOption, UnreadableInput } from '../model/errors.js'
import { type Compression, type Format, formatByEnding, KNOWN_ENDINGS } from './format.js'
import { globPattern, type PathTest } from './glob-pattern.js'
import { readFault } from './node-fault.js'
import { ownOutput } from './own-output.js'

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
  /** Whether it was named itself, and not found in a folder or through a glob. */
  readonly isNamed: boolean
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

export interface ListOptions {
  /** What all inputs hold. Default: by their extensions; JSON Lines for stdin and pipes. */
  readonly format?: Format | undefined
  /** Patterns of files and folders that are left out where a folder or a glob finds them. */
  readonly exclude?: readonly string[] | undefined
}

/** The inputs, and what folders and globs hold besides. */
export interface FoundInputs {
  readonly inputs: readonly Input[]
  /** Files of no known format, by extension; those without one by the empty string. */
  readonly unknown: ReadonlyMap<string, number>
  /** Folders that hold a run of this program. */
  readonly runs: readonly string[]
}

/**
 * The files behind paths, globs, folders and `-` (stdin), in the order given; those of a glob or a folder sorted by
 * name. A folder gives the files of known extensions in it and below, hidden ones aside; all of them if a format is named.
 */
export async function findInputs(names: readonly string[], options: ListOptions = {}): Promise<FoundInputs> {
  if (names.length === 0) throw new InvalidOption('inputs', 'empty', 'at least one file, folder or glob')
  const lister = new InputLister(options)
  for (const name of names) await lister.add(name)
  refuseTwice(lister.inputs)
  return lister
}

/** The same, without what is not read. */
export async function listInputs(names: readonly string[], options: ListOptions = {}): Promise<Input[]> {
  return [...(await findInputs(names, options)).inputs]
}

class InputLister implements FoundInputs {
  readonly inputs: Input[] = []
  readonly unknown = new Map<string, number>()
  readonly runs: string[] = []
  readonly #format: Format | undefined
  readonly #excluded: readonly PathTest[]

  constructor({ format, exclude = [] }: ListOptions) {
    this.#format = format
    this.#excluded = exclude.map(globPattern)
  }

  async add(name: string): Promise<void> {
    if (name === '-') {
      this.inputs.push(stdinInput(this.#format))
      return
    }
    const stats = statIfThere(name)
    if (stats?.isDirectory()) this.#addAll(name, this.#filesBelow(name, '', []))
    else if (stats !== undefined) this.#addFile(name, stats)
    else await this.#addGlob(name)
  }

  #addFile(name: string, stats: Stats): void {
    const input = fileInput(name, stats, this.#format, true)
    if (input === undefined) {
      throw new UnreadableInput(
        name,
        'unknown file extension',
        `add --format text or another format, or rename it to one of ${KNOWN_ENDINGS}`,
      )
    }
    this.inputs.push(input)
  }

  /** What exists under its very name is no glob, whatever it looks like. */
  async #addGlob(name: string): Promise<void> {
    const { glob, isDynamicPattern } = await import('tinyglobby')
    if (!isDynamicPattern(name)) {
      this.#addFile(name, statOf(name))
      return
    }
    const paths = await glob(name, { expandDirectories: false, absolute: name.startsWith('/') })
    if (paths.length === 0) throw new UnreadableInput(name, 'no file matches', 'check the pattern')
    this.#addAll(
      name,
      paths.filter((path) => !this.#isExcluded(path)),
    )
  }

  /** The files of a folder or a glob. */
  #addAll(name: string, paths: readonly string[]): void {
    const unknown = new Map<string, number>()
    const found: Input[] = []
    for (const path of [...paths].sort(byCodeUnits)) {
      const input = fileInput(path, statOf(path), this.#format, false)
      if (input !== undefined) found.push(input)
      else unknown.set(extensionOf(path), (unknown.get(extensionOf(path)) ?? 0) + 1)
    }
    if (found.length === 0 && this.runs.length === 0)
      throw nothingToRead(name, unknown, this.#excluded.length > 0)
    this.inputs.push(...found)
    for (const [extension, files] of unknown) {
      this.unknown.set(extension, (this.unknown.get(extension) ?? 0) + files)
    }
  }

  /** All files below a folder; links are followed, but not round in a circle. */
  #filesBelow(folder: string, within: string, above: readonly string[]): string[] {
    try {
      const real = realpathSync(folder)
      if (above.includes(real)) return []
      const entries = readdirSync(folder, { withFileTypes: true })
      if (entries.some((entry) => entry.name === 'run.json') && isRun(join(folder, 'run.json'))) {
        this.runs.push(folder)
        return []
      }
      return entries.flatMap((entry) => {
        const path = join(folder, entry.name)
        const relative = `${within}${entry.name}`
        if (entry.name.startsWith('.') || this.#isExcluded(relative)) return []
        const stats = entry.isSymbolicLink() ? statOf(path) : entry
        if (stats.isDirectory()) return this.#filesBelow(path, `${relative}/`, [...above, real])
        return stats.isFile() ? [path] : []
      })
    } catch (error) {
      throw readFault(folder, error)
    }
  }

  #isExcluded(path: string): boolean {
    return this.#excluded.some((test) => test(path))
  }
}

/** The error for a folder or a glob without any file that can be read. */
function nothingToRead(
  name: string,
  unknown: ReadonlyMap<string, number>,
  excludes: boolean,
): UnreadableInput {
  if (unknown.size === 0) {
    return new UnreadableInput(
      name,
      excludes ? 'no file is left by --exclude' : 'the folder holds no files',
      'check the path',
    )
  }
  return new UnreadableInput(
    name,
    `no file has a known extension (${describeExtensions(unknown)})`,
    `add --format text to read each file as one document; known are ${KNOWN_ENDINGS}`,
  )
}

/** `8 .py, 1 without extension`, the most frequent first. */
export function describeExtensions(files: ReadonlyMap<string, number>): string {
  return [...files]
    .sort(([one, many], [other, more]) => more - many || byCodeUnits(one, other))
    .map(([extension, count]) => `${count} ${extension === '' ? 'without extension' : extension}`)
    .join(', ')
}

function extensionOf(path: string): string {
  return /[^/](\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

function isRun(path: string): boolean {
  return ownOutput(readFileSync(path).toString('utf8', 0, 1000)) !== undefined
}

function stdinInput(format: Format | undefined): Input {
  return {
    name: 'stdin',
    path: undefined,
    format: format ?? 'jsonl',
    compression: undefined,
    isRegular: false,
    isNamed: true,
    bytes: 0,
    modified: 0,
  }
}

/** Undefined where neither an option nor the extension says what a file holds. */
function fileInput(
  name: string,
  stats: Stats,
  format: Format | undefined,
  isNamed: boolean,
): Input | undefined {
  const byEnding = formatByEnding(name)
  const isRegular = stats.isFile()
  // Pipes have no extension: the shell names them /dev/fd/63.
  const known = format ?? byEnding.format ?? (isRegular ? undefined : 'jsonl')
  if (known === undefined) return undefined
  return {
    name,
    path: resolve(name),
    format: known,
    compression: byEnding.compression,
    isRegular,
    isNamed,
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
