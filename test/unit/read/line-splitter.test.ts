import { describe, expect, it } from 'vitest'
import type { BadRecord } from '../../../src/model/errors.js'
import { LineCopier, LineSplitter } from '../../../src/read/line-splitter.js'
import fc from '../../property.js'

const LIMIT = 5
const TEXT = fc.stringMatching(/^[ab\n]{0,60}$/)
const PIECE = fc.integer({ min: 1, max: 20 })

/** The lines of a text with their numbers; what comes after the last newline is one, too, unless it is empty. */
function linesOf(text: string): { readonly line: number; readonly text: string }[] {
  const lines = text.split('\n').map((line, i) => ({ line: i + 1, text: line }))
  return lines.at(-1)!.text === '' ? lines.slice(0, -1) : lines
}

function* pieces(text: string, size: number): Generator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

const isLong = ({ text }: { readonly text: string }) => text.length > LIMIT

/** Collects lines in memory. */
class Target {
  #text = ''
  get bytes(): number {
    return this.#text.length
  }
  get text(): string {
    return this.#text
  }
  write(bytes: Uint8Array): void {
    this.#text += Buffer.from(bytes).toString()
  }
  cutTo(bytes: number): void {
    this.#text = this.#text.slice(0, bytes)
  }
}

describe('a line splitter', () => {
  it('skips lines beyond the limit, reports each once, and keeps the numbers of the others', () => {
    fc.assert(
      fc.property(TEXT, PIECE, (text, size) => {
        const seen: { line: number; text: string }[] = []
        const refused: number[] = []
        const lines = new LineSplitter(
          'file',
          LIMIT,
          (line, bytes) => seen.push({ line, text: Buffer.from(bytes).toString() }),
          (error) => refused.push(error.line),
        )
        for (const piece of pieces(text, size)) lines.push(piece)
        lines.end()
        expect(seen).toEqual(linesOf(text).filter((line) => !isLong(line)))
        expect(refused).toEqual(
          linesOf(text)
            .filter(isLong)
            .map(({ line }) => line),
        )
      }),
    )
  })

  it('throws at such a line by default', () => {
    const lines = new LineSplitter('file', LIMIT, () => {})
    expect(() => lines.push(Buffer.from('ab\nabababab\n'))).toThrow('file, line 2: the record has more than')
  })
})

describe('a line copier', () => {
  it('puts a blank line in the place of each line beyond the limit, whatever the pieces', () => {
    fc.assert(
      fc.property(TEXT, PIECE, (text, size) => {
        fc.pre(!/\n{6}/.test(`\n${text}`))
        const target = new Target()
        const refused: BadRecord[] = []
        const lines = new LineCopier('file', LIMIT, target, (error) => refused.push(error))
        for (const piece of pieces(text, size)) lines.push(piece)
        expect(target.text).toBe(text.replace(/[ab]{6,}/g, ''))
        expect(refused.map(({ line }) => line)).toEqual(
          linesOf(text)
            .filter(isLong)
            .map(({ line }) => line),
        )
      }),
    )
  })

  it('ends at blank lines without an end', () => {
    const lines = new LineCopier('file', 1000, new Target())
    const blank = Buffer.from(' \n'.repeat(200))
    lines.push(blank)
    lines.push(blank)
    lines.push(Buffer.from('{}\n'))
    lines.push(blank)
    lines.push(blank)
    expect(() => lines.push(blank)).toThrow('file, line 902: more than 1.0 kB of blank lines before it')
  })
})
