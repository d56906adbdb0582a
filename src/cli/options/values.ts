import type { SurvivorPolicy } from '../../cluster/survivor-policy.js'
import { checkRequestOption } from '../../engine/request.js'
import { checkChoice, checkPositive, checkShare, checkWhole } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import { parseBytes } from '../../model/parse-bytes.js'
import type { MaxGroup } from '../../model/plan.js'
import { type DocumentSimilarity, SIMILARITIES, type Similarity } from '../../model/similarity.js'
import { ENCODINGS, type Encoding, encodingNamed } from '../../read/encoding.js'
import { FORMATS, type Format } from '../../read/format.js'
import { LONGEST_SHINGLE, SHINGLE_CHOICES, type ShingleKind } from '../../text/shingle-options.js'
import { shownAs } from './in-flags.js'
import type { CommandName } from './option.js'

// Parsers of option values. They do not access any file.

export function share(name: string): (text: string) => number {
  return (text) => checkShare(name, numberIn(name, text, 'a number above 0 and at most 1'))
}

/** A number for an option of a search, within the limits that all engines share. */
export function requestNumber(
  option:
    | 'threshold'
    | 'recall'
    | 'seed'
    | 'keepPairsFrom'
    | 'audit'
    | 'workers'
    | 'bands'
    | 'rows'
    | 'slots',
): (text: string) => number {
  const shown = shownAs(option)
  // The check rejects anything that is not a number, with its own message.
  return (text) => checkRequestOption(option, isNumber(text) ? Number(text) : (text as never), shown)
}

/** A fraction or, for joins of sets, also a number of elements, which is what `overlap` compares. */
export function shareOrOverlap(name: string): (text: string, command?: CommandName) => number {
  return (text, command) => {
    if (command !== 'join' && command !== 'probe') return requestNumber('threshold')(text)
    const expected = 'a number above 0 and at most 1, or for overlap a whole number from 1 on'
    const value = numberIn(name, text, expected)
    if (!(value > 0) || (value > 1 && !Number.isInteger(value))) throw new InvalidOption(name, text, expected)
    return value
  }
}

/** The similarity for documents or, for the commands that join them, for sets. */
export function similarity(name: string): (text: string, command?: CommandName) => Similarity {
  return (text, command) =>
    command === 'join' || command === 'probe'
      ? checkChoice(name, text as Similarity, SIMILARITIES)
      : checkRequestOption('similarity', text as DocumentSimilarity, name)
}

/** An amount of memory in bytes: `256MB`, `1.5GiB`, `4 GB`, or plain bytes. */
export function size(name: string, min: number): (text: string) => number {
  return (text) => {
    const bytes = parseBytes(text)
    if (!(bytes >= min && bytes <= Number.MAX_SAFE_INTEGER)) {
      throw new InvalidOption(name, text, 'an amount of at least 1MB, such as 256MB or 1.5GiB')
    }
    return bytes
  }
}

export function whole(name: string, min: number, max: number): (text: string) => number {
  const expected = `a whole number from ${min} to ${max}`
  return (text) => checkWhole(name, numberIn(name, text, expected), min, max)
}

/** The limit for groups: a number of documents, or `all`, which can also be written as 0. */
export function groupSize(name: string): (text: string) => MaxGroup {
  return (text) => {
    const value = text === 'all' ? text : numberIn(name, text, 'a whole number of documents, or all')
    return value === 0 ? 'all' : checkRequestOption('maxGroup', value, name)
  }
}

export function positive(name: string): (text: string) => number {
  return (text) => checkPositive(name, numberIn(name, text, 'a number above 0'))
}

export function number(name: string): (text: string) => number {
  return (text) => numberIn(name, text, 'a number')
}

export function choice<const Choices extends readonly string[]>(
  name: string,
  choices: Choices,
): (text: string) => Choices[number] {
  return (text) => checkChoice<Choices[number]>(name, text, choices)
}

/** The format of documents or, for the commands that join them, of sets. */
export function inputFormat(name: string): (text: string, command?: CommandName) => Format | 'sets' {
  return (text, command) => {
    const known: readonly (Format | 'sets')[] =
      command === undefined || command === 'join' || command === 'probe' ? [...FORMATS, 'sets'] : FORMATS
    return checkChoice<Format | 'sets'>(name, text as Format, known)
  }
}

/** Any text except an empty one. */
export function word(name: string, expected: string): (text: string) => string {
  return (text) => {
    if (text === '') throw new InvalidOption(name, text, expected)
    return text
  }
}

/** `A,B,C` */
export function list(name: string, expected: string): (text: string) => readonly string[] {
  return (text) => {
    const items = text.split(',').map((item) => item.trim())
    if (items.includes('')) throw new InvalidOption(name, text, expected)
    return items
  }
}

/** `A=x,B=y` */
export function assignments(name: string, expected: string): (text: string) => ReadonlyMap<string, string> {
  return (text) => {
    const pairs = text.split(',').map((item) => item.split('=').map((part) => part.trim()))
    if (pairs.some((pair) => pair.length !== 2 || pair.includes('')))
      throw new InvalidOption(name, text, expected)
    return new Map(pairs as [string, string][])
  }
}

/** Any text except an empty one, for an option that can be repeated. */
export function words(name: string, expected: string): (text: string) => readonly string[] {
  const one = word(name, expected)
  return (text) => [one(text)]
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  bar: '|',
  colon: ':',
  space: ' ',
}

/** One ASCII character, or its name. */
export function delimiter(text: string): string {
  const character = DELIMITER_NAMES[text.toLowerCase()] ?? text
  if (!/^[^"\r\n\u{80}-\u{10ffff}]$/u.test(character)) {
    throw new InvalidOption(
      '--delimiter',
      text,
      'one ASCII character, or comma, semicolon, pipe, tab or space',
    )
  }
  return character
}

export function encoding(text: string): Encoding {
  const known = encodingNamed(text)
  if (known === undefined) throw new InvalidOption('--encoding', text, ENCODINGS.join(', '))
  return known
}

/** `words:5`, or `words` for its default length. */
export function shingleKind(text: string): { readonly kind: ShingleKind; readonly k?: number } {
  const [kind = '', length, ...rest] = text.split(':')
  const known = SHINGLE_CHOICES.kind.find((name) => name === kind)
  if (known === undefined || rest.length > 0) {
    throw new InvalidOption('--shingle', text, 'words:K, chars:K or stopwords:K, such as words:5')
  }
  return length === undefined
    ? { kind: known }
    : { kind: known, k: whole('--shingle', 1, LONGEST_SHINGLE)(length) }
}

/** `first`, `longest`, `center`, `field:NAME:largest`, `field:NAME:smallest` or `sources:A,B,C`. */
export function survivorPolicy(text: string): Exclude<SurvivorPolicy, (...args: never) => unknown> {
  if (text === 'first' || text === 'longest' || text === 'center') return text
  // The name of a field may itself contain colons.
  const field = /^field:(.+):(largest|smallest)$/s.exec(text)
  if (field !== null) return { field: field[1]!, prefer: field[2] as 'largest' | 'smallest' }
  const sources = /^sources:(.+)$/s.exec(text)?.[1]?.split(',')
  if (sources?.every((source) => source !== '')) return { sources }
  throw new InvalidOption(
    '--survivor',
    text,
    'first, longest, center, field:NAME:largest, field:NAME:smallest or sources:A,B,C',
  )
}

function numberIn(name: string, text: string, expected: string): number {
  if (!isNumber(text)) throw new InvalidOption(name, text, expected)
  return Number(text)
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
}
