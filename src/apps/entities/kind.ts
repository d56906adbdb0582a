import { plainName } from '../../model/field-names.js'
import { parseDate } from './dates.js'

/**
 * The kind of values in a field, which determines how they are normalized and compared: names of people (nicknames and initials
 * count little), addresses (street and st are one), phones, dates, whole numbers and codes (digit by digit), amounts
 * (by their relative difference), e-mail addresses, and any other text.
 */
export type FieldKind = 'name' | 'address' | 'phone' | 'date' | 'code' | 'amount' | 'email' | 'text'

export const FIELD_KINDS: readonly FieldKind[] = [
  'name',
  'address',
  'phone',
  'date',
  'code',
  'amount',
  'email',
  'text',
]

/** The number of values examined. */
const SAMPLE = 1000
/** The share of the values that must look like a kind. */
const MIN_KIND_SHARE = 0.8

const NAMED: readonly (readonly [kind: FieldKind, pattern: RegExp])[] = [
  ['email', /e-?mail/],
  ['phone', /phone|telef|^tel$|mobile|handy|^fax|^cell/],
  ['date', /date|^dob$|birth|geburt|naissance|fecha|^day$/],
  ['address', /addr|street|strasse|^str$|road|^rue|direcci|calle|adresse/],
  [
    'name',
    /(^|[^a-z])(full|first|last|given|middle|family|sur|fore|maiden|nick)? ?names?$|surname|forename|author|editor|person|customer|patient|vorname|nachname|prenom|apellido|nombre|[fl]name|^(given|first|last|middle|family)$/,
  ],
]

/**
 * Guesses what a column holds from its name and its values; the values have the last word.
 *
 * @example guessKind('Tel.', ['0221 470-1234', '030 186810']) // 'phone'
 */
export function guessKind(column: string, values: Iterable<string>): FieldKind {
  const sample = take(values, SAMPLE)
  const named = NAMED.find(([, pattern]) => pattern.test(plainName(column)))?.[0]
  const share = (test: (value: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(test).length / sample.length
  const isMostly = (test: (value: string) => boolean) => share(test) >= MIN_KIND_SHARE
  if (isMostly((value) => /^\S+@\S+$/.test(value))) return 'email'
  if (named === 'phone' && isMostly(hasDigits)) return 'phone'
  if (isMostly((value) => parseDate(value) !== undefined) && (named === 'date' || !isMostly(isNumber)))
    return 'date'
  if (isMostly(isNumber)) {
    const fractions = share((value) => /[.,]\d*[1-9]/.test(value))
    return fractions > 0.2 ? 'amount' : 'code'
  }
  if (isMostly(isPhone)) return 'phone'
  if (isMostly(isCode)) return 'code'
  if (named === 'name' || named === 'address') return named
  return 'text'
}

function hasDigits(value: string): boolean {
  return /\d{3}/.test(value)
}

function isNumber(value: string): boolean {
  return /^\s*[$€£]?\s*[+-]?(\d+|\d{1,3}([ .,]\d{3})+)([.,]\d+)?\s*[$€£]?\s*$/.test(value)
}

function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  return (
    digits >= 7 && digits <= 15 && /^[\d\s()+./-]+(x|ext\.?)?\s*\d*$/i.test(value) && /[\s()+/-]/.test(value)
  )
}

/** One word with at least as many digits as letters. */
function isCode(value: string): boolean {
  const text = value.trim()
  const digits = text.replace(/\D/g, '').length
  return digits > 0 && !/\s\S+\s/.test(text) && digits * 2 >= text.replace(/[^\p{L}\p{N}]/gu, '').length
}

function take(values: Iterable<string>, count: number): string[] {
  const taken: string[] = []
  for (const value of values) {
    if (value.trim() === '') continue
    taken.push(value)
    if (taken.length === count) break
  }
  return taken
}
