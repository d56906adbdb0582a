// Converts dates as people write them to eight digits. One value such as 3/4/1999 does not show which part is the day; the
// other values of the column do.

/** Which part comes first if either could be the month. */
export type DayOrder = 'day-first' | 'month-first'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Returns a date as `YYYYMMDD`, or `undefined` if the text is not a date. Accepts ISO and compact forms, dots, slashes or
 * dashes, and English month names; a time after the date is ignored. Two-digit years mean 1930 to 2029.
 *
 * @example parseDate('24 June 1971') // '19710624'
 */
export function parseDate(text: string, order: DayOrder = 'day-first'): string | undefined {
  const value = text.trim().toLowerCase()
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(value)
  if (compact !== null) return assemble(compact[1]!, compact[2]!, compact[3]!)
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})([t ].*)?$/.exec(value)
  if (iso !== null) return assemble(iso[1]!, iso[2]!, iso[3]!)
  const short = /^(\d{1,2})[-/. ]\s?(\d{1,2})[-/. ]\s?(\d{4}|\d\d)([t ].*)?$/.exec(value)
  if (short !== null) {
    const [, first, second, year] = short as unknown as [string, string, string, string]
    const dayFirst = Number(first) > 12 || (order === 'day-first' && Number(second) <= 12)
    return dayFirst ? assemble(year, second, first) : assemble(year, first, second)
  }
  const words =
    /^(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(value) ??
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(value)
  if (words === null) return undefined
  const [, first, second, year] = words as unknown as [string, string, string, string]
  const [day, name] = /\d/.test(first) ? [first, second] : [second, first]
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1
  return month === 0 ? undefined : assemble(year, String(month), day)
}

/** Which part is the day in a column: the one that exceeds 12 more often; day first if that does not decide. */
export function dayOrder(values: Iterable<string>): DayOrder {
  let dayFirst = 0
  for (const value of values) {
    const parts = /^\s*(\d{1,2})[-/. ]\s?(\d{1,2})[-/. ]\s?\d{2,4}/.exec(value)
    if (parts === null) continue
    if (Number(parts[1]) > 12) dayFirst++
    else if (Number(parts[2]) > 12) dayFirst--
  }
  return dayFirst < 0 ? 'month-first' : 'day-first'
}

function assemble(year: string, month: string, day: string): string | undefined {
  const full = year.length === 2 ? `${Number(year) < 30 ? 20 : 19}${year}` : year
  const [m, d] = [Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > 31 || Number(full) < 1000) return undefined
  return `${full}${String(m).padStart(2, '0')}${String(d).padStart(2, '0')}`
}
