/// <reference types="node" />
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isRunDirectory, openEarlierRun } from '../engine/node/node-earlier-run.js'
import { LikewiseError, UnreadableInput } from '../model/errors.js'
import { formatByEnding } from '../read/format.js'
import { Fault, faultOf } from './fault.js'

/** The maximum number of files per request. */
const MAX_FILES = 100_000

/**
 * The folders whose files requests can name. Paths are compared after resolving all links, so neither `..` nor a link leads out of them.
 */
export class AllowedFolders {
  readonly #folders: readonly string[]

  /** The real paths of the folders. */
  get paths(): readonly string[] {
    return this.#folders
  }

  /** @throws UnreadableInput if one is not a folder */
  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => {
      const real = realOf(folder)
      if (real === undefined || !statSync(real).isDirectory())
        throw new UnreadableInput(folder, 'it is not a folder', 'name a folder with --allow')
      return real
    })
  }

  /**
   * Returns the real path of a file, or those of all files with known extensions in a folder and its subfolders.
   *
   * @param path absolute, or relative to one of the folders
   */
  filesOf(path: string): string[] {
    if (this.#folders.length === 0)
      throw new Fault(
        403,
        'not-allowed',
        'this server cannot read any folder',
        'upload the file, or start the server with --allow',
      )
    const real = this.#resolve(path)
    if (real === undefined) throw refused()
    const stats = statSync(real)
    if (stats.isFile()) return [real]
    if (!stats.isDirectory()) throw refused()
    const files = [...this.#below(real)].sort()
    if (files.length > 0) return files
    throw new Fault(
      400,
      'unreadable-input',
      'the folder has no file of a known format',
      'name a file, or another folder',
    )
  }

  /**
   * Returns the real path of a finished run directory, or undefined if the path is something else. The run reads the files that it
   * names, so these have to be in the folders, too.
   */
  runOf(path: string): string | undefined {
    const real = this.#resolve(path)
    if (real === undefined || !isRunDirectory(real)) return undefined
    for (const input of openEarlierRun(real).inputs) {
      const file = realOf(input)
      if (file === undefined || !this.#isAllowed(file))
        throw new Fault(
          403,
          'not-allowed',
          'the run has read files that are not in an allowed folder',
          'name a run of files in folders that the server was started with (--allow)',
        )
    }
    return real
  }

  /**
   * What identifies the files at paths that `filesOf` or `runOf` returned, and at those that the runs name. Paths outside of the
   * folders, such as those of uploads, are ignored.
   *
   * @throws Fault if a path now leads elsewhere
   */
  identify(paths: readonly string[]): string[] {
    return paths.flatMap((path) => {
      if (!this.#isAllowed(path)) return []
      if (realOf(path) !== path) throw changed()
      const inputs = this.runOf(path) === undefined ? [] : openEarlierRun(path).inputs.map(realOf)
      return [path, ...inputs].map((file) => {
        const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
        if (stats === undefined) throw changed()
        return `${file} ${stats.dev} ${stats.ino}`
      })
    })
  }

  /** The names by which clients know files: relative to an allowed folder, or that of the upload. */
  namesOf(paths: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      paths.map((path) => {
        const folder = this.#folders.find((one) => isInside(one, path))
        return [path, (folder !== undefined && relative(folder, path)) || basename(path)]
      }),
    )
  }

  #resolve(path: string): string | undefined {
    const paths = isAbsolute(path) ? [path] : this.#folders.map((folder) => join(folder, path))
    return paths.map(realOf).find((real) => real !== undefined && this.#isAllowed(real))
  }

  #isAllowed(real: string): boolean {
    return this.#folders.some((folder) => isInside(folder, real))
  }

  /** Links that lead out of the allowed folders, or form a cycle, are skipped. */
  *#below(folder: string, above: readonly string[] = [], found = { files: 0 }): Generator<string> {
    const path = [...above, folder]
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      if (name.startsWith('.')) continue
      const real = realOf(join(folder, name))
      if (real === undefined || !this.#isAllowed(real) || path.includes(real)) continue
      const stats = statSync(real)
      if (stats.isDirectory()) yield* this.#below(real, path, found)
      else if (stats.isFile() && formatByEnding(real).format !== undefined) {
        if (++found.files > MAX_FILES)
          throw new Fault(
            400,
            'too-large',
            `the folder has more than ${MAX_FILES} files`,
            'name a smaller folder',
          )
        yield real
      }
    }
  }
}

function isInside(folder: string, real: string): boolean {
  const way = relative(folder, real)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Undefined if the path does not exist or cannot be accessed. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function changed(): Fault {
  return new Fault(
    403,
    'not-allowed',
    'a file was replaced after the request had named it',
    'send the request again',
  )
}

/**
 * Runs a search of files. Requests are checked when they arrive, but their files are opened later, and by path: a file that was replaced
 * by a link meanwhile is not read, and if one is replaced during the search, its result is dropped. Errors have the names of files that
 * clients know.
 *
 * @param paths returned by `filesOf` and `runOf`, and those of uploads
 */
export async function searchAllowed<Result>(
  folders: AllowedFolders,
  paths: readonly string[],
  search: () => Promise<Result>,
): Promise<Result> {
  try {
    const before = folders.identify(paths)
    const result = await search()
    if (!isDeepStrictEqual(folders.identify(paths), before)) throw changed()
    return result
  } catch (error) {
    if (!(error instanceof LikewiseError)) throw error
    const { status, code, message, hint } = faultOf(error, false)
    const named = (text: string) => withNames(text, folders, paths)
    throw new Fault(status, code, named(message), named(hint))
  }
}

/** A text in which clients see the names of files that they know, not where the server has them. */
function withNames(text: string, folders: AllowedFolders, paths: readonly string[]): string {
  const names = Object.entries(folders.namesOf(paths))
  // Other files in these folders: those that a run names, results and temporary files.
  const prefixes = [...folders.paths, tmpdir()].filter((folder) => folder !== sep)
  for (const folder of prefixes) names.push([join(folder, sep), ''])
  return names.reduce((named, [path, name]) => named.replaceAll(path, name), text)
}

/** The same error for missing files and files elsewhere, so clients learn nothing about other folders. */
function refused(): Fault {
  return new Fault(
    403,
    'not-allowed',
    'there is no such file or folder in an allowed folder',
    'name one inside a folder that the server was started with (--allow)',
  )
}
