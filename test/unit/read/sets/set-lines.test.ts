import { describe, expect, it } from 'vitest'
import { WasmNumbers } from '../../../../src/kernel/wasm-numbers.js'
import { type SetCollection, setAt } from '../../../../src/model/set-collection.js'
import { SetGatherer } from '../../../../src/read/sets/set-gatherer.js'
import { SetLines } from '../../../../src/read/sets/set-lines.js'
import { TokenNumbers } from '../../../../src/read/sets/token-numbers.js'
import { cases } from '../../../depth.js'
import fc from '../../../property.js'

function linesRead(numbers: WasmNumbers | undefined, text: string, piece: number, bag = false) {
  const tokens = new TokenNumbers()
  const parts: SetCollection[] = []
  const gatherer = new SetGatherer(tokens, bag, (part) => parts.push(structuredClone(part)))
  const lines = new SetLines(tokens, gatherer, numbers)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += piece) lines.push(bytes.subarray(at, at + piece))
  lines.end()
  gatherer.end()
  const sets = parts.flatMap((part) =>
    Array.from({ length: part.count }, (_, i) => [...setAt(part, i)].sort((x, y) => x - y)),
  )
  return { sets, tokens }
}

/** Whole numbers as they are usually written, those at the limits, and what only looks like one. */
const TOKENS = [
  '0',
  '1',
  '22',
  '333',
  '16777215',
  '16777216',
  '99999999',
  '123456789',
  '007',
  '00',
  '-1',
  '+1',
  '1.5',
].concat(['x', 'é', '东', '12a', 'a12', '\u000b', '1\u00a02'])

describe.each([
  ['one by one', undefined],
  ['many at a time', new WasmNumbers()],
] as const)('integers are read %s', (_, numbers) => {
  const readLines = (text: string, piece: number, bag?: boolean) => linesRead(numbers, text, piece, bag)

  it('reads one set per line, whatever the blanks and the pieces', () => {
    const lines = fc.array(
      fc.array(fc.tuple(fc.constantFrom(...TOKENS), fc.constantFrom(' ', '\t', '  ', ' \t')), {
        maxLength: 8,
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        (list, newline, ends, piece) => {
          const text = list.map((line) => line.map(([token, blank]) => token + blank).join('')).join(newline)
          const { sets, tokens } = readLines(ends ? text + newline : text, piece)
          const wanted = list.map((line) =>
            [...new Set(line.map(([token]) => tokens.numberOfText(token)))].sort((x, y) => x - y),
          )
          // A last line that is empty and has no end is no line.
          if (!ends && list.at(-1)?.length === 0) wanted.pop()
          if (ends && list.length === 0) wanted.push([])
          expect(sets).toEqual(wanted)
        },
      ),
      { numRuns: cases(300) },
    )
  })

  it('a bag has an element for each copy', () => {
    const { sets, tokens } = readLines('a b a a\na a\n', 3, true)
    const a = tokens.numberOfText('a')
    const second = tokens.nextCopy(a)
    const third = tokens.nextCopy(second)
    expect(sets).toEqual([
      [a, tokens.numberOfText('b'), second, third].sort((x, y) => x - y),
      [a, second].sort((x, y) => x - y),
    ])
  })

  it('accepts sets longer than a part', () => {
    const elements = Array.from({ length: 600_000 }, (_, i) => i)
    const { sets } = readLines(`1 2\n${elements.join(' ')}\n3\n`, 2 ** 16)
    expect(sets.map((set) => set.length)).toEqual([2, 600_000, 1])
  })

  it('accepts tokens longer than what is read at a time, and lines of words among lines of numbers', () => {
    const long = 'x'.repeat(300_000)
    const digits = '7'.repeat(200_000)
    const text = `1 2 ${long} 3\n${digits} 4\nthe quick fox 5\n${'6 '.repeat(100_000)}\n`
    const { sets, tokens } = readLines(text, 2 ** 20)
    const wanted = [['1', '2', long, '3'], [digits, '4'], ['the', 'quick', 'fox', '5'], ['6']]
    const numbersOf = (line: string[]) =>
      line.map((token) => tokens.numberOfText(token)).sort((x, y) => x - y)
    expect(sets).toEqual(wanted.map(numbersOf))
    // In the order of their first appearance.
    expect(wanted.flat().map((token) => tokens.numberOfText(token))).toEqual(wanted.flat().map((_, i) => i))
  })

  it('skips lines beyond the limit, whatever the pieces', () => {
    const LIMIT = 20
    const lines = fc.array(fc.array(fc.constantFrom(...TOKENS), { maxLength: 9 }), { maxLength: 9 })
    fc.assert(
      fc.property(lines, fc.boolean(), fc.integer({ min: 1, max: 90 }), (list, ends, piece) => {
        const texts = list.map((line) => line.join(' '))
        const bytes = Buffer.from(texts.join('\n') + (ends && list.length > 0 ? '\n' : ''))
        if (!ends && texts.at(-1) === '') texts.pop()
        const isLong = (text: string) => Buffer.byteLength(text) > LIMIT
        const tokens = new TokenNumbers()
        const sizes: number[] = []
        const gatherer = new SetGatherer(tokens, false, (part) => {
          for (let i = 0; i < part.count; i++) sizes.push(setAt(part, i).length)
        })
        const refused: number[] = []
        const reader = new SetLines(tokens, gatherer, numbers, LIMIT, (line) => refused.push(line))
        for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece))
        reader.end()
        gatherer.end()
        const long = texts.flatMap((text, i) => (isLong(text) ? [i] : []))
        expect([reader.skipped, refused]).toEqual([long, long.map((line) => line + 1)])
        const short = texts.filter((text) => !isLong(text))
        expect(sizes).toEqual(short.map((text) => new Set(text.split(' ').filter(Boolean)).size))
      }),
    )
  })
})
