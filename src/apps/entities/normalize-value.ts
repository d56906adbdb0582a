import { addressWord } from './address-words.js'
import { type DayOrder, parseDate } from './dates.js'
import type { FieldKind } from './kind.js'

/** Letters that do not decompose into a letter and an accent. */
const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/**
 * Marks that do not distinguish words: accents of Latin, Greek and Cyrillic letters, and marks without a letter. In other
 * scripts a mark is a vowel or changes the consonant: बेटा is a son, बेटी a daughter.
 */
const ACCENTS = /(^|[^\p{L}\p{M}]|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
/** Characters that only affect the shape of the letters around them. */
const INVISIBLE = /\u200c|\u200d|\p{Variation_Selector}/gu

/**
 * Removes case, accents and punctuation: returns lower-case words of letters (with their marks) and digits, separated by
 * single spaces. An apostrophe inside a word is dropped.
 *
 * @example plainText("  O'Hara,\n José ") // 'ohara jose'
 */
export function plainText(text: string): string {
  return withoutEntities(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '$1')
    .replace(/[ßæœøđðłþı]/g, (letter) => LIGATURES[letter]!)
    .replace(/(?<=\p{L})['’`](?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/** Text from the Web often has letters as HTML entities: &#225; and &eacute; are letters, &mdash; is not. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&#x([\da-f]{1,6});/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/&([a-z])(acute|grave|circ|uml|tilde|cedil|ring|caron|slash);/gi, '$1')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|[mn]dash|[lr][sd]quo|hellip);/gi, ' ')
}

function characterOf(code: number): string {
  return code > 0x10ffff ? ' ' : String.fromCodePoint(code)
}

/**
 * The digits of a phone number, without its extension, its international prefix 00, and the leading 1 of North America.
 *
 * @example plainPhone('+1 (404) 231-1368 ext. 5') // '4042311368'
 */
export function plainPhone(text: string): string {
  const digits = text
    .toLowerCase()
    .replace(/\s*(ext|x|#).*$/, '')
    .replace(/\D/g, '')
    .replace(/^00/, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/**
 * Returns a value in the form in which it is compared; an empty string for a value without meaning, such as `n/a`.
 *
 * @example normalizeValue('12 Elm St.', 'address') // '12 elm street'
 */
export function normalizeValue(text: string, kind: FieldKind, order?: DayOrder): string {
  if (EMPTY_WORDS.test(text)) return ''
  switch (kind) {
    case 'phone':
      return plainPhone(text)
    case 'date':
      return parseDate(text, order) ?? plainText(text).replaceAll(' ', '')
    case 'address':
      return plainText(text).split(' ').map(addressWord).join(' ')
    case 'code':
      return plainText(withoutZeroFraction(text)).replaceAll(' ', '')
    case 'amount':
      return amountText(text)
    case 'email':
      return text.trim().toLowerCase()
    case 'text':
      return plainText(text.replace(HYPHENATED, (word) => (isModel(word) ? word.replaceAll('-', '') : word)))
    default:
      return plainText(text)
  }
}

const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

/** Model numbers are written with or without hyphens: PS-LX350H, PSLX350H. */
function isModel(word: string): boolean {
  return /\p{N}/u.test(word) && /\p{L}/u.test(word)
}

/** What people and programs write for a missing value. */
const EMPTY_WORDS = /^\s*(|n\/?a|nan|null|none|unknown|undefined|missing|not available|[-?.*_]+)\s*$/i

/** Spreadsheets turn the year 1999 into 1999.0. */
function withoutZeroFraction(text: string): string {
  return text.replace(/^(\s*\d+)\.0+(?=\s*$)/, '$1')
}

function amountText(text: string): string {
  const digits = text.replace(/[^\d.,-]/g, '')
  if (/^-?\d*\.\d+$/.test(digits)) return String(Number(digits))
  const decimal = /[.,](\d{1,2})$/.exec(digits)
  const whole = (decimal === null ? digits : digits.slice(0, decimal.index)).replace(/[.,]/g, '')
  const value = Number(`${whole}.${decimal?.[1] ?? '0'}`)
  return whole === '' || Number.isNaN(value) ? plainText(text) : String(value)
}
