// Whether the first row of a table of words is a record. Numbers, dates and long texts give a record away (see looksLikeData); words do not.
// Three things do: its values occur again in their columns, it reads like the rows below it, or it has digits where names have none.

/** With fewer rows than these, including the first, too few characters are known to tell names and values apart. */
const MIN_ROWS = 50
/**
 * A record is less typical than this share of the rows in one case of five, whatever the table. Names of columns nearly always are, if there are
 * several columns.
 */
const LEAST_TYPICAL = 0.2
/** A single name can resemble the values below it (`codename` above code names), so more is required of it. */
const LEAST_TYPICAL_ALONE = 0.5
/** With fewer values than these in a column, most of them may have a digit in the same place by chance. */
const MIN_VALUES = 2
/** Only the beginning of a value counts: names are short. */
const COMPARED_CHARACTERS = 40
/** What is added to each count of two characters, so that those that never occurred are possible. */
const UNSEEN = 0.5

/**
 * The number of columns in which the value of the first row occurs again. Columns with a single value do not count (answers to a question
 * with several choices are often exported as one column per choice), nor do repetitions of the whole row (concatenated files).
 */
export function recurringFields(rows: readonly (readonly string[])[]): number {
  return recurrences(rows).columns
}

/** Whether values of the first row occur again in two columns and in two rows. A second row of names may repeat several of them. */
export function hasRecurringFields(rows: readonly (readonly string[])[]): boolean {
  const { columns, inRows } = recurrences(rows)
  return columns > 1 && inRows > 1
}

/** In how many columns and rows values of the first row occur again. */
function recurrences(rows: readonly (readonly string[])[]): { columns: number; inRows: number } {
  const [first = [], ...rest] = rows.map((row) => row.map((field) => field.trim()))
  const others = rest.filter((row) => first.some((field, column) => row[column] !== field))
  const columns = first.flatMap((field, column) => {
    const values = new Set(others.map((row) => row[column] ?? ''))
    values.delete('')
    return values.size > 1 && values.has(field) ? [column] : []
  })
  const inRows = others.filter((row) => columns.some((column) => row[column] === first[column]))
  return { columns: columns.length, inRows: inRows.length }
}

/**
 * Whether the first row may be a record, although it consists of words: one of its values occurs again, it is about as typical as the
 * rows below it or, if there are few rows, one of its fields has digits in the same place as most values below it (`12 Elm Street`). Each field is compared with its column by how well the other values predict its characters, and by how many have its
 * shape. This is a conformal test: of tables without a header, it notices a fixed share, whatever they contain.
 *
 * @example mayBeRecord([['name', 'city'], ['Ann', 'Oslo'], …]) // false
 */
export function mayBeRecord(rows: readonly (readonly string[])[]): boolean {
  if (recurringFields(rows) > 0) return true
  if (rows.length < MIN_ROWS) return hasDigitsAsBelow(rows)
  const columns = rows[0]!.length
  return typicality(rows) >= (columns === 1 ? LEAST_TYPICAL_ALONE : LEAST_TYPICAL)
}

/** Numbered names, such as `address 2`, end with their only digits. */
const NUMBERED = /^\D*\d+$/

/** Whether a field of the first row has digits, letters and punctuation in the order in which most values below it have them. */
function hasDigitsAsBelow([first = [], ...rest]: readonly (readonly string[])[]): boolean {
  return first.some((field, column) => {
    const text = field.trim()
    const given = rest.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '')
    if (!/\d/.test(text) || NUMBERED.test(text) || given.length < MIN_VALUES) return false
    const order = orderOf(text)
    return given.filter((value) => orderOf(value) === order).length > given.length / 2
  })
}

/** The order of digits, words and punctuation: `0 a` for `12 Elm Street` and for `3 Mill Lane`. */
function orderOf(text: string): string {
  return text.replace(/\p{L}+(?:[ .'’-]+\p{L}+)*/gu, 'a').replace(/\d+/g, '0')
}

/** The share of the rows that are at most as typical as the first one: uniform if that is a record, small if it holds names. */
export function typicality(rows: readonly (readonly string[])[]): number {
  const oddity = new Float64Array(rows.length)
  const columns = rows[0]?.length ?? 0
  for (let column = 0; column < columns; column++) {
    const values = rows.map((row) => (row[column] ?? '').trim())
    for (const odd of [unexpectedBits(values), rareShapes(values)]) {
      const rising = Float64Array.from(odd).sort()
      // Fisher's method: the logarithms of the shares are added up.
      odd.forEach((value, row) => {
        oddity[row] = oddity[row]! - Math.log(shareFrom(rising, value))
      })
    }
  }
  return shareFrom(Float64Array.from(oddity).sort(), oddity[0]!)
}

/** The share of sorted values that are not below one of them. Sums in another order may differ in the last digits. */
function shareFrom(rising: Float64Array, value: number): number {
  let below = 0
  while (rising[below]! < value - 1e-9) below++
  return (rising.length - below) / rising.length
}

/** How rare the shape of each value is: upper case, lower case, digits, words and punctuation (`Aa a-a` for `Ann van-der`). */
function rareShapes(values: readonly string[]): number[] {
  const shapes = values.map((value) =>
    value
      .slice(0, COMPARED_CHARACTERS)
      .replace(/\p{Lu}+/gu, 'A')
      .replace(/\p{Ll}+/gu, 'a')
      .replace(/\d+/g, '0'),
  )
  const counts = countOf(shapes)
  return shapes.map((shape) => -counts.get(shape)!)
}

/** The bits per character that each value needs if each character is predicted from the one before it, as in the other values. */
function unexpectedBits(values: readonly string[]): number[] {
  const steps = values.map(stepsOf)
  const counts = countOf(steps.flat())
  const starts = countOf(steps.flat().map(([from = '']) => from))
  const characters = new Set([...counts.keys()].map(([, to]) => to)).size
  return steps.map((own) => {
    const ownCounts = countOf(own)
    const ownStarts = countOf(own.map(([from = '']) => from))
    const bits = own.map((step) => {
      const [from = ''] = step
      const seen = counts.get(step)! - ownCounts.get(step)!
      const before = starts.get(from)! - ownStarts.get(from)!
      return -Math.log2((seen + UNSEEN) / (before + UNSEEN * (characters + 1)))
    })
    return bits.reduce((sum, one) => sum + one, 0) / own.length
  })
}

const START = '\u0002'
const END = '\u0003'

/** Each character with the one before it, and the beginning and the end. */
function stepsOf(value: string): string[] {
  const isWhole = value.length <= COMPARED_CHARACTERS
  const text = `${START}${value.slice(0, COMPARED_CHARACTERS)}${isWhole ? END : ''}`
  return Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2))
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
