import { checkBoolean, checkChoice } from '../model/check.js'
import { InvalidOption, TooLarge } from '../model/errors.js'

/**
 * Which differences between texts count. The steps are independent and run in this order. The result is always in Unicode
 * NFC, so that é is the same whether it is one code point or two.
 */
export interface NormalizeOptions {
  /**
   * Apply Unicode NFKC, which unifies characters that differ only in appearance, such as ﬁ and fi, or full-width letters.
   * Default: false (docs/decisions/normalization.md).
   */
  readonly nfkc?: boolean
  /** `fold`: Unicode lower case, so that case does not count. Default: `fold`. */
  readonly case?: 'fold' | 'keep'
  /** `remove`: drop punctuation (the Unicode category P), unless the text is nothing else. Default: `keep`. */
  readonly punctuation?: 'keep' | 'remove'
  /**
   * `collapse`: each run of white space becomes one space, and the ends are trimmed; `remove`: all white space is removed;
   * `keep`: nothing changes. Default: `collapse`.
   */
  readonly whitespace?: 'collapse' | 'remove' | 'keep'
}

/** The maximum length of a text, in UTF-16 code units: 2^28. */
export const LONGEST_TEXT = 2 ** 28

/**
 * Returns the text without the differences that do not count. A lone surrogate becomes U+FFFD, as in any UTF-8 file.
 *
 * @example normalize('The  Plane\n') // 'the plane'
 */
export function normalize(text: string, options: NormalizeOptions = {}): string {
  const normal = normalizePart(text, options)
  return isEmptied(normal, options) ? normalizePart(text, { ...options, punctuation: 'keep' }) : normal
}

/**
 * The options that `normalize` applies to a text: one that consists of nothing but punctuation keeps it, because a text with content is
 * never empty.
 */
export function appliedOptions(text: string, options: NormalizeOptions): NormalizeOptions {
  const isKept = options.punctuation === 'remove' && isEmptied(normalizePart(text, options), options)
  return isKept ? { ...options, punctuation: 'keep' } : options
}

function isEmptied(normal: string, { punctuation }: NormalizeOptions): boolean {
  return punctuation === 'remove' && !/\S/u.test(normal)
}

/** Normalizes a part of a text, which may be empty afterwards. */
export function normalizePart(text: string, options: NormalizeOptions): string {
  checkText(text)
  const { nfkc, case: letterCase, punctuation, whitespace } = checkNormalizeOptions(options)
  let result = text.toWellFormed()
  if (nfkc) result = compose(result, 'NFKC')
  if (letterCase === 'fold') result = result.toLowerCase()
  if (punctuation === 'remove') result = result.replace(/\p{P}+/gu, '')
  if (whitespace === 'collapse') result = collapseSpace(result)
  if (whitespace === 'remove') result = result.replace(/\s+/gu, '')
  // Last, because each step can bring together a letter and a mark that have a common code point.
  return compose(result, 'NFC')
}

/** The words that can be the value of an option; the first is the default. */
export const NORMALIZE_CHOICES = {
  case: ['fold', 'keep'],
  punctuation: ['keep', 'remove'],
  whitespace: ['collapse', 'remove', 'keep'],
} as const

/** The options with their defaults, or an `InvalidOption`. */
export function checkNormalizeOptions(options: NormalizeOptions): Required<NormalizeOptions> {
  const { nfkc = false } = options
  checkBoolean('nfkc', nfkc)
  return {
    nfkc,
    case: choose('case', options.case),
    punctuation: choose('punctuation', options.punctuation),
    whitespace: choose('whitespace', options.whitespace),
  }
}

function choose<Name extends keyof typeof NORMALIZE_CHOICES>(
  name: Name,
  value: NormalizeOptions[Name] = NORMALIZE_CHOICES[name][0] as NormalizeOptions[Name],
): NonNullable<NormalizeOptions[Name]> {
  return checkChoice<string>(name, value as string, NORMALIZE_CHOICES[name]) as NonNullable<
    NormalizeOptions[Name]
  >
}

/** Collapses each run of white space to one blank, and trims the ends. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** NFKC turns one character into up to eighteen, NFC into up to three, so even a text of allowed length can become too long. */
function compose(text: string, form: 'NFC' | 'NFKC'): string {
  try {
    return text.normalize(form)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new TooLarge(
      `characters in one document before ${form}`,
      text.length,
      LONGEST_TEXT,
      'split the document into parts',
    )
  }
}

function checkText(text: string): void {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  if (text.length > LONGEST_TEXT) {
    throw new TooLarge(
      'characters in one document',
      text.length,
      LONGEST_TEXT,
      'split the document into parts',
    )
  }
}
