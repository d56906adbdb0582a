import { Random } from '../../hash/random.js'
import { MISSING, numberValues, type ValueColumn } from './column.js'

/** Words and numbers; everything between them stays where it is. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const DIGIT = /\p{N}/u
/** Values of a similar number of words are shuffled together, at least this many. */
const MIN_GROUP = 100

/** Whether a value is one word without digits, so that there is nothing to shuffle. */
export function isOneWord(value: string): boolean {
  const words = value.match(WORD) ?? []
  return words.length < 2 && !DIGIT.test(words[0] ?? '')
}

/**
 * A column of values that look like the given ones but were written independently of each other: each word comes from the
 * same position in some other value, and each character of a number from the same position in another number of that length.
 * Whatever these values have in common, they have in common by chance. Values of one word without digits are left out.
 */
export function shuffledColumn(column: ValueColumn, seed: number): ValueColumn {
  const random = new Random(seed)
  const { codes, values } = column
  const records = Array.from(codes.keys()).filter(
    (record) => codes[record] !== MISSING && !isOneWord(values[codes[record]!]!),
  )
  const split = values.map((value) => ({ words: value.match(WORD) ?? [], between: value.split(WORD) }))
  const wordsOf = (record: number) => split[codes[record]!]!.words
  const shuffled = new Map(records.map((record) => [record, [...wordsOf(record)]]))
  for (const group of groupsByLength(records, (record) => wordsOf(record).length)) {
    const longest = group.reduce((max, record) => Math.max(max, wordsOf(record).length), 0)
    for (let position = 0; position < longest; position++) {
      const reaching = group.filter((record) => position < wordsOf(record).length)
      const words = shuffledList(
        reaching.map((record) => wordsOf(record)[position]!),
        random,
      )
      shuffleDigits(words, random)
      reaching.forEach((record, i) => {
        shuffled.get(record)![position] = words[i]!
      })
    }
  }
  return numberValues(
    column.name,
    column.kind,
    Array.from(codes, (code, record) => {
      const words = shuffled.get(record)
      return words === undefined ? undefined : joined(words, split[code]!.between)
    }),
  )
}

/** Divides records into groups of a similar length. */
function groupsByLength(records: readonly number[], lengthOf: (record: number) => number): number[][] {
  const groups: number[][] = []
  let previous = -1
  for (const record of [...records].sort((one, other) => lengthOf(one) - lengthOf(other) || one - other)) {
    const group = groups.at(-1)
    if (group !== undefined && (group.length < MIN_GROUP || lengthOf(record) === previous)) group.push(record)
    else groups.push([record])
    previous = lengthOf(record)
  }
  const last = groups.at(-1)
  if (groups.length > 1 && last!.length < MIN_GROUP) groups.at(-2)!.push(...groups.pop()!)
  return groups
}

/** Gives each character of the words with digits, in position, to another such word of the same length. */
function shuffleDigits(words: string[], random: Random): void {
  const byLength = new Map<number, number[]>()
  words.forEach((word, i) => {
    if (!DIGIT.test(word)) return
    const list = byLength.get(word.length)
    if (list === undefined) byLength.set(word.length, [i])
    else list.push(i)
  })
  for (const [length, list] of byLength) {
    const characters = Array.from({ length }, (_, position) =>
      shuffledList(
        list.map((i) => words[i]!.charAt(position)),
        random,
      ),
    )
    list.forEach((i, nth) => {
      words[i] = characters.map((column) => column[nth]!).join('')
    })
  }
}

function shuffledList<Item>(list: readonly Item[], random: Random): Item[] {
  return Array.from(random.permutation(list.length), (i) => list[i]!)
}

function joined(words: readonly string[], between: readonly string[]): string {
  return between.map((text, i) => text + (words[i] ?? '')).join('')
}
