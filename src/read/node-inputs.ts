/// <reference types="node" />
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InvalidOption, UnreadableInput } from '../model/errors.js'
import type { Compression } from './compression.js'
import { type Consumer, DOCUMENTS } from './consumers.js'
import type { Decoding } from './encoding.js'
import { type AnyFormat, decodingOf, endingsOf, formatByEnding } from './format.js'
import { globPattern, type PathTest } from './glob-pattern.js'
import { readFault } from './node-fault.js'
import { ownOutput } from './own-output.js'

/** One file to read, or stdin. */
export interface Input {
  /** As the user named it. */
  readonly name: string
  /** Undefined: stdin. */
  readonly path: string | undefined
  readonly format: AnyFormat
  /** Whether the format was specified or follows from the extension; otherwise the first bytes may show another. */
  readonly isFormatKnown: boolean
  readonly decoding: Decoding
  /** By its ending. */
  readonly compression: Compression | undefined
  /** Whether it is a file with random access, unlike stdin and pipes. */
  readonly isRegular: boolean
  /** Whether it was named explicitly, not found in a folder or through a glob. */
  readonly isNamed: boolean
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

export interface ListOptions {
  /** The format of all inputs. Default: by their extensions; for stdin and pipes, that of the consumer. */
  readonly format?: AnyFormat | undefined
  /** Default: documents. */
  readonly consumer?: Consumer | undefined
  /** Patterns of files and folders to exclude from folders and globs. */
  readonly exclude?: readonly string[] | undefined
}

/** The inputs, and what else folders and globs contain. */
export interface FoundInputs {
  readonly inputs: readonly Input[]
  /** Files of unknown formats, by extension; the empty string for those without one. */
  readonly unknown: ReadonlyMap<string, number>
  /** Folders that hold a run of this program. */
  readonly runs: readonly string[]
}

/**
 * Finds the files for paths, globs, folders and `-` (stdin), in the given order; those of a glob or a folder are sorted by name. A folder
 * stands for the files with known extensions in it and below, except hidden ones; for all of them if a format is specified.
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
  readonly #format: AnyFormat | undefined
  readonly #consumer: Consumer
  readonly #excluded: readonly PathTest[]

  constructor({ format, consumer = DOCUMENTS, exclude = [] }: ListOptions) {
    this.#format = format
    this.#consumer = consumer
    this.#excluded = exclude.map(globPattern)
  }

  async add(name: string): Promise<void> {
    if (name === '-') {
      this.inputs.push(stdinInput(this.#format, this.#consumer))
      return
    }
    const stats = statIfThere(name)
    if (stats?.isDirectory()) this.#addAll(name, this.#filesBelow(name, '', []))
    else if (stats !== undefined) this.#addFile(name, stats)
    else await this.#addGlob(name)
  }

  #addFile(name: string, stats: Stats): void {
    const input = fileInput(name, stats, this.#format, this.#consumer, true)
    if (input === undefined) throw unknownFormat(name, this.#consumer)
    this.inputs.push(input)
  }

  /** A path that exists is not a glob, whatever it looks like. */
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
    for (const path of [...paths].sort()) {
      const input = fileInput(path, statOf(path), this.#format, this.#consumer, false)
      if (input !== undefined) found.push(input)
      else unknown.set(extensionOf(path), (unknown.get(extensionOf(path)) ?? 0) + 1)
    }
    if (found.length === 0 && this.runs.length === 0)
      throw nothingToRead(name, unknown, this.#consumer, this.#excluded.length > 0)
    this.inputs.push(...found)
    for (const [extension, files] of unknown) {
      this.unknown.set(extension, (this.unknown.get(extension) ?? 0) + files)
    }
  }

  /** All files below a folder; links are followed, except in cycles. */
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

/** The error for a file that was named explicitly and cannot be read: its extension is unknown, or is that of an unsuitable format. */
function unknownFormat(name: string, { reads, formats, otherwise }: Consumer): UnreadableInput {
  const { format } = formatByEnding(name)
  if (format !== undefined) return new UnreadableInput(name, `it does not contain ${reads}`, otherwise)
  return new UnreadableInput(
    name,
    'unknown file extension',
    `${otherwise}, or rename it to one of ${endingsOf(formats)}`,
  )
}

/** The error for a folder or a glob without any readable file. */
function nothingToRead(
  name: string,
  unknown: ReadonlyMap<string, number>,
  { formats, otherwiseInFolder }: Consumer,
  excludes: boolean,
): UnreadableInput {
  if (unknown.size === 0) {
    return new UnreadableInput(
      name,
      excludes ? '`exclude` leaves no files' : 'the folder contains no files',
      'check the path',
    )
  }
  return new UnreadableInput(
    name,
    `no file has a known extension (${describeExtensions(unknown)})`,
    `${otherwiseInFolder}known extensions: ${endingsOf(formats)}`,
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

function stdinInput(format: AnyFormat | undefined, { defaultFormat }: Consumer): Input {
  const used = format ?? defaultFormat
  return {
    name: 'stdin',
    path: undefined,
    format: used,
    isFormatKnown: format !== undefined,
    decoding: decodingOf(used),
    compression: undefined,
    isRegular: false,
    isNamed: true,
    bytes: 0,
    modified: 0,
  }
}

/** Undefined if neither an option nor the extension determines the format of a file, or if the format does not suit the consumer. */
function fileInput(
  name: string,
  stats: Stats,
  requested: AnyFormat | undefined,
  consumer: Consumer,
  isNamed: boolean,
): Input | undefined {
  const byEnding = formatByEnding(name)
  const isRegular = stats.isFile()
  const known = requested ?? consumer.formats.find((format) => format === byEnding.format)
  // Pipes have no extension: the shell names them /dev/fd/63.
  const format =
    known ?? (isRegular ? isNamed && consumer.guess?.(byEnding.format, name) : consumer.defaultFormat)
  if (format === undefined || format === false) return undefined
  return {
    name,
    path: resolve(name),
    format,
    isFormatKnown: known !== undefined,
    decoding: decodingOf(format),
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

/** If a file were named twice, every document of it would be a duplicate. */
function refuseTwice(inputs: readonly Input[]): void {
  const seen = new Set<string>()
  for (const { name, path } of inputs) {
    const key = path ?? '-'
    if (seen.has(key)) throw new UnreadableInput(name, 'it is listed twice', 'list each input once')
    seen.add(key)
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
