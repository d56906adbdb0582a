import { MIN_SHORTENED, shortName } from '../hash/short-name.js'

/** The maximum number of characters of all ids together, or of all names of files. */
const MAX_CHARACTERS = 32e6
/** Longer names are shortened. If all names together are too long, the next limit applies. */
const MAX_LENGTHS = [1000, 300, MIN_SHORTENED] as const
/** More files than this are named only if they contain a document of the report. */
const MAX_FILES = 1000

/** Names as a report contains them. */
export interface FittedNames {
  readonly names: readonly string[]
  /** How many of them are shortened. */
  readonly shortened: number
  /** Any other name, in the form that it would have among these. */
  readonly shorten: (name: string) => string
}

/** Shortens the names that are too long for a report, so that decisions about them still work (see `shortName`). */
export function fitNames(
  count: number,
  nameAt: (number: number) => string,
  maxCharacters = MAX_CHARACTERS,
): FittedNames {
  const sizes = MAX_LENGTHS.map(() => 0)
  for (let i = 0; i < count; i++) {
    const { length } = nameAt(i)
    MAX_LENGTHS.forEach((max, at) => {
      sizes[at]! += length > max ? MIN_SHORTENED : length
    })
  }
  const limit = MAX_LENGTHS[sizes.findIndex((size) => size <= maxCharacters)] ?? MIN_SHORTENED
  const shorten = (name: string) => (name.length > limit ? shortName(name) : name)
  let shortened = 0
  // One name at a time: all of them in full may not fit into memory.
  const names = Array.from({ length: count }, (_, i) => {
    const name = nameAt(i)
    if (name.length > limit) shortened++
    return shorten(name)
  })
  return { names, shortened, shorten }
}

/** A single name, such as that of a source. */
export function fitName(name: string): string {
  return name.length > MAX_LENGTHS[0] ? shortName(name) : name
}

/** A sentence or a title, which is cut off if it is too long. */
export function fitLine(line: string): string {
  const max = MAX_LENGTHS[0]
  return line.length > max ? `${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : line
}

/** The files of a report, and for each of its documents the number of its file. */
export interface FittedFiles extends FittedNames {
  readonly fileOf: Uint32Array
  /** The number of files without a document in the report that are not named. */
  readonly leftOut: number
}

/** @param fileOf for each document of the report, the number of its file */
export function fitFiles(names: readonly string[], fileOf: Uint32Array): FittedFiles {
  if (names.length <= MAX_FILES) {
    return { ...fitNames(names.length, (file) => names[file]!), fileOf, leftOut: 0 }
  }
  const used = Uint32Array.from(new Set(fileOf)).sort()
  const numberOf = new Map(Array.from(used, (file, number) => [file, number]))
  return {
    ...fitNames(used.length, (number) => names[used[number]!]!),
    fileOf: fileOf.map((file) => numberOf.get(file)!),
    leftOut: names.length - used.length,
  }
}
