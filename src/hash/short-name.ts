import { hashText } from './murmur3.js'

/** Ids and names with at most this many characters are never shortened. */
export const MIN_SHORTENED = 100
/** The number of characters kept. With the length and the hash, a short form has less than 100 characters. */
const START = 64

/**
 * A long id or name in less than 100 characters: how it begins, its length, and a hash of all of it. The same name always has the same
 * short form, and two names have different ones, except by an accident of 64 bits. Names of up to 100 characters are returned as they are.
 */
export function shortName(name: string): string {
  if (name.length <= MIN_SHORTENED) return name
  // A character outside the basic plane is not cut in half.
  const start = name.slice(0, START).replace(/[\ud800-\udbff]$/, '')
  const hash = [0, 1].map((seed) => hashText(name, seed).toString(36).padStart(7, '0')).join('')
  return `${start}…#${name.length}-${hash}`
}

/** Whether a name looks like a short form. */
export function isShortName(name: string): boolean {
  return /…#\d+-[0-9a-z]{14}$/.test(name)
}

/** Finds out in which form a set contains a name: as it is, in its short form, or not at all (undefined). */
export function formIn(names: ReadonlySet<string>): (name: string) => string | undefined {
  // Names are hashed only if it can matter.
  const hasShort = [...names].some(isShortName)
  return (name) => {
    if (names.has(name)) return name
    if (!hasShort || name.length <= MIN_SHORTENED) return undefined
    const short = shortName(name)
    return names.has(short) ? short : undefined
  }
}
