/// <reference types="node" />
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { isRunDirectory, openEarlierRun } from '../engine/node/node-earlier-run.js'
import { UnreadableInput } from '../model/errors.js'
import { formatByEnding } from '../read/format.js'
import { Fault } from './fault.js'

/** The maximum number of files per request. */
const MAX_FILES = 100_000

/**
 * The folders whose files requests can name. Paths are compared after resolving all links, so neither `..` nor a link leads out of them.
 */
export class AllowedFolders {
  readonly #folders: readonly string[]

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
    const files = [...this.#below(real, [])].sort()
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

  /** The path of a file relative to its allowed folder; undefined if it is in none. */
  nameOf(real: string): string | undefined {
    const folder = this.#folders.find((one) => isInside(one, real))
    return folder === undefined ? undefined : relative(folder, real)
  }

  #resolve(path: string): string | undefined {
    const paths = isAbsolute(path) ? [path] : this.#folders.map((folder) => join(folder, path))
    return paths.map(realOf).find((real) => real !== undefined && this.#isAllowed(real))
  }

  #isAllowed(real: string): boolean {
    return this.#folders.some((folder) => isInside(folder, real))
  }

  /** Links that lead out of the allowed folders, or form a cycle, are skipped. */
  *#below(folder: string, above: readonly string[]): Generator<string> {
    let found = 0
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      if (name.startsWith('.')) continue
      const real = realOf(join(folder, name))
      if (real === undefined || !this.#isAllowed(real) || above.includes(real)) continue
      const stats = statSync(real)
      if (stats.isDirectory()) yield* this.#below(real, [...above, folder])
      else if (stats.isFile() && formatByEnding(real).format !== undefined) {
        if (++found > MAX_FILES)
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

/** The same error for missing files and files elsewhere, so clients learn nothing about other folders. */
function refused(): Fault {
  return new Fault(
    403,
    'not-allowed',
    'there is no such file or folder in an allowed folder',
    'name one inside a folder that the server was started with (--allow)',
  )
}
