/// <reference types="node" />
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { InvalidOption, UnreadableInput } from '../model/errors.js'
import { type Consumer, DOCUMENTS } from './consumers.js'
import { type AnyFormat, decodingOf, formatByEnding } from './format.js'
import { globPattern, type PathTest } from './glob-pattern.js'
import type { Input } from './input.js'
import { nothingToRead, unknownFormat } from './input-problems.js'
import { readFault } from './node-fault.js'
import { FileInput, type FileKind, PathResolver } from './node-file-input.js'
import { isManifestName, keptCopies } from './node-kept-copies.js'
import { isRunFolder, ownFile, ownKindByName } from './node-own-files.js'
import { isDataWith, MANIFEST_KIND } from './own-output.js'

const RUN = 'a run directory'

export interface ListOptions {
  /** The format of all inputs. Default: by their extensions; for stdin and pipes, that of the consumer. */
  readonly format?: AnyFormat | undefined
  /** Default: documents. */
  readonly consumer?: Consumer | undefined
  /** Patterns of files and folders to exclude from folders and globs. */
  readonly exclude?: readonly string[] | undefined
  /**
   * The text fields that the user named: a file that has one is data, even if it looks like an output of this program, except a list of
   * documents that dedup removed.
   */
  readonly text?: readonly string[] | undefined
  /** Whether the caller found the files in a folder: they do not count as named explicitly. */
  readonly areFound?: boolean | undefined
}

/** The inputs, and what else folders and globs contain. */
export interface FoundInputs {
  readonly inputs: readonly Input[]
  /** Files of unknown formats, by extension; the empty string for those without one. */
  readonly unknown: ReadonlyMap<string, number>
  /** Outputs of this program in folders and globs, which are not read: their names, and the kind of each. */
  readonly own: ReadonlyMap<string, string>
}

/**
 * Finds the files for paths, globs, folders and `-` (stdin), in the given order; those of a glob or a folder are sorted by name. A folder
 * means the files with known extensions in it and below, except hidden ones; if a format is specified, all of them.
 */
export async function findInputs(names: readonly string[], options: ListOptions = {}): Promise<FoundInputs> {
  if (names.length === 0) throw new InvalidOption('inputs', 'empty', 'at least one file, folder or glob')
  const lister = new InputLister(options)
  for (const name of names) await lister.add(name)
  lister.skipKeptCopies()
  if (names.length > 1) refuseTwice(lister.inputs)
  return lister
}

/** The same, without what is not read. */
export async function listInputs(names: readonly string[], options: ListOptions = {}): Promise<Input[]> {
  return [...(await findInputs(names, options)).inputs]
}

/** The files that a pattern matches, in no particular order; undefined if a name is no pattern. */
export async function filesMatching(name: string): Promise<string[] | undefined> {
  const { glob, isDynamicPattern } = await import('tinyglobby')
  if (!isDynamicPattern(name)) return undefined
  const paths = await glob(name, { expandDirectories: false, absolute: name.startsWith('/') })
  if (paths.length === 0) throw new UnreadableInput(name, 'no file matches', 'check the pattern')
  return paths
}

class InputLister implements FoundInputs {
  inputs: Input[] = []
  readonly unknown = new Map<string, number>()
  readonly own = new Map<string, string>()
  readonly #format: AnyFormat | undefined
  readonly #consumer: Consumer
  readonly #excluded: readonly PathTest[]
  readonly #text: readonly string[] | undefined
  readonly #areFound: boolean
  readonly #paths = new PathResolver()
  /** The names of possible manifests in each folder that was searched, by its absolute path. */
  readonly #manifests = new Map<string, readonly string[]>()

  constructor({ format, consumer = DOCUMENTS, exclude = [], text, areFound = false }: ListOptions) {
    this.#format = format
    this.#consumer = consumer
    this.#excluded = exclude.map(globPattern)
    this.#text = text
    this.#areFound = areFound
  }

  async add(name: string): Promise<void> {
    if (name === '-') {
      this.inputs.push(stdinInput(this.#format, this.#consumer))
      return
    }
    const stats = statIfExists(name)
    if (stats?.isDirectory()) {
      const paths: string[] = []
      this.#findFiles(name, '', [], paths)
      await this.#addAll(name, paths, () => undefined)
    } else if (stats !== undefined) await this.#addFile(name, stats)
    else await this.#addGlob(name)
  }

  /** Documents that dedup kept would be duplicates of their originals. */
  skipKeptCopies(): void {
    const manifests = [...this.own]
      .filter(([, kind]) => kind === MANIFEST_KIND)
      .map(([name]) => resolve(name))
    const copies = keptCopies(
      this.inputs,
      manifests,
      (folder) => this.#manifests.get(folder) ?? readdirSync(folder),
    )
    if (copies.size === 0) return
    this.inputs = this.inputs.filter(({ name, path, isNamed }) => {
      if (isNamed || !copies.has(path!)) return true
      this.own.set(name, 'documents kept by dedup, whose originals are read')
      return false
    })
  }

  async #addFile(name: string, stats: Stats): Promise<void> {
    const input = this.#fileInput(name, stats, true)
    if (input === undefined) throw unknownFormat(name, this.#consumer)
    if (!this.#areFound) this.inputs.push(input)
    else if (!(await this.#isOwn(input)))
      this.inputs.push(new FileInput(name, { ...input, isNamed: false }, input.knownState))
  }

  /** Whether a file is an output of this program that is not to be read. */
  async #isOwn(input: Input): Promise<boolean> {
    const own = await ownFile(input)
    if (own === undefined || isDataWith(own, this.#text)) return false
    this.own.set(input.name, own.kind)
    return true
  }

  /** A path that exists is not a glob, whatever it looks like. */
  async #addGlob(name: string): Promise<void> {
    const paths = await filesMatching(name)
    if (paths === undefined) {
      await this.#addFile(name, statOf(name))
      return
    }
    const runs = new Set(paths.map((path) => dirname(path)).filter(isRunFolder))
    for (const run of runs) this.own.set(run, RUN)
    await this.#addAll(
      name,
      paths.filter((path) => !this.#isExcluded(path) && !isInside(path, runs)),
      statOf,
    )
  }

  /**
   * The files of a folder or a glob.
   *
   * @param statsOf undefined for what is known to be a file with random access
   */
  async #addAll(
    name: string,
    paths: readonly string[],
    statsOf: (path: string) => Stats | undefined,
  ): Promise<void> {
    const unknown = new Map<string, number>()
    const found: Input[] = []
    for (const path of [...paths].sort()) {
      const input = this.#fileInput(path, statsOf(path), false)
      if (input === undefined) {
        const kind = ownKindByName(path)
        if (kind === undefined) unknown.set(extensionOf(path), (unknown.get(extensionOf(path)) ?? 0) + 1)
        else this.own.set(path, kind)
      } else if (!mayBeOwn(input, this.#format) || !(await this.#isOwn(input))) found.push(input)
    }
    if (found.length === 0 && this.own.size === 0)
      throw nothingToRead(name, unknown, this.#consumer, this.#excluded.length > 0)
    for (const input of found) this.inputs.push(input)
    for (const [extension, files] of unknown) {
      this.unknown.set(extension, (this.unknown.get(extension) ?? 0) + files)
    }
  }

  /** Adds all files below a folder to `paths`; links are followed, except in cycles. */
  #findFiles(folder: string, within: string, above: readonly string[], paths: string[]): void {
    try {
      const real = realpathSync(folder)
      if (above.includes(real)) return
      const entries = readdirSync(folder, { withFileTypes: true })
      if (entries.some((entry) => entry.name === 'run.json') && isRunFolder(folder)) {
        this.own.set(folder, RUN)
        return
      }
      this.#manifests.set(resolve(folder), entries.map(({ name }) => name).filter(isManifestName))
      // What `join` puts before a name, which is the same for every name of a folder.
      const start = join(folder, 'name').slice(0, -'name'.length)
      for (const entry of entries) {
        const path = `${start}${entry.name}`
        const relative = `${within}${entry.name}`
        if (entry.name.startsWith('.') || this.#isExcluded(relative)) continue
        const stats = entry.isSymbolicLink() ? statOf(path) : entry
        if (stats.isDirectory()) this.#findFiles(path, `${relative}/`, [...above, real], paths)
        else if (stats.isFile()) paths.push(path)
      }
    } catch (error) {
      throw readFault(folder, error)
    }
  }

  #isExcluded(path: string): boolean {
    return this.#excluded.some((test) => test(path))
  }

  /** Undefined if neither an option nor the extension determines the format of a file, or if the format does not suit the consumer. */
  #fileInput(name: string, stats: Stats | undefined, isNamed: boolean): FileInput | undefined {
    const kind = kindOf(name, stats?.isFile() ?? true, this.#format, this.#consumer, isNamed)
    if (kind === undefined) return undefined
    const state = stats && { bytes: stats.size, modified: stats.mtimeMs }
    return new FileInput(name, kind, state, this.#paths.resolve(name))
  }
}

/** Whether a file may be an output of this program: none is a text, unless the user says that everything is. */
function mayBeOwn({ format, isFormatKnown }: Input, requested: AnyFormat | undefined): boolean {
  return format !== 'text' || requested !== undefined || !isFormatKnown
}

function extensionOf(path: string): string {
  return /[^/](\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Whether a file is in one of some folders, or below. */
function isInside(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folders.has(folder)) return true
    if (folder === dirname(folder)) return false
  }
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

function kindOf(
  name: string,
  isRegular: boolean,
  requested: AnyFormat | undefined,
  consumer: Consumer,
  isNamed: boolean,
): FileKind | undefined {
  const byEnding = formatByEnding(name)
  const known = requested ?? consumer.formats.find((format) => format === byEnding.format)
  // Pipes have no extension: the shell names them /dev/fd/63.
  const format =
    known ?? (isRegular ? isNamed && consumer.guess?.(byEnding.format, name) : consumer.defaultFormat)
  if (format === undefined || format === false) return undefined
  return {
    format,
    isFormatKnown: known !== undefined,
    decoding: decodingOf(format),
    compression: byEnding.compression,
    isRegular,
    isNamed,
  }
}

function statOf(name: string): Stats {
  try {
    return statSync(name)
  } catch (error) {
    throw readFault(name, error)
  }
}

function statIfExists(name: string): Stats | undefined {
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
