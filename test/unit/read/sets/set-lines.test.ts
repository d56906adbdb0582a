import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SetCollection, setAt } from '../../../../src/model/set-collection.js'
import { SetGatherer } from '../../../../src/read/sets/set-gatherer.js'
import { SetLines } from '../../../../src/read/sets/set-lines.js'
import { TokenNumbers } from '../../../../src/read/sets/token-numbers.js'

function readLines(text: string, piece: number, bag = false) {
  const tokens = new TokenNumbers()
  const parts: SetCollection[] = []
  const gatherer = new SetGatherer(tokens, bag, (part) => parts.push(structuredClone(part)))
  const lines = new SetLines(tokens, gatherer)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += piece) lines.push(bytes.subarray(at, at + piece))
  lines.end()
  gatherer.end()
  const sets = parts.flatMap((part) =>
    Array.from({ length: part.count }, (_, i) => [...setAt(part, i)].sort((x, y) => x - y)),
  )
  return { sets, tokens }
}

it('reads one set a line, whatever the blanks and the pieces', () => {
  const lines = fc.array(
    fc.array(
      fc.tuple(fc.constantFrom('1', '22', '007', 'x', 'é', '东'), fc.constantFrom(' ', '\t', '  ', ' \t')),
      {
        maxLength: 8,
      },
    ),
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
    { seed: 1, numRuns: 300 },
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

it('takes sets longer than a part', () => {
  const elements = Array.from({ length: 600_000 }, (_, i) => i)
  const { sets } = readLines(`1 2\n${elements.join(' ')}\n3\n`, 2 ** 16)
  expect(sets.map((set) => set.length)).toEqual([2, 600_000, 1])
})
