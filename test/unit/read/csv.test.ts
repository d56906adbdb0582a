import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CsvParser } from '../../../src/read/csv.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

type Found =
  | { readonly line: number; readonly fields: string[] }
  | { readonly line: number; readonly problem: string }

function run(
  bytes: Uint8Array,
  piece: number,
  delimiter: ',' | '\t' = ',',
): { found: Found[]; open: number | undefined } {
  const found: Found[] = []
  const parser = new CsvParser(delimiter, {
    row: (line, fields) => found.push({ line, fields: fields.map((field) => Buffer.from(field).toString()) }),
    bad: (line, problem) => found.push({ line, problem }),
  })
  for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece))
  return { found, open: parser.end() }
}

describe('the CSV parser', () => {
  it('gives the rows that csv-parse gives, whatever the pieces', () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[a-z é漢]{0,4}$/),
      fc.stringMatching(/^[a,"\n\r]{0,5}$/).map((text) => `"${text.replaceAll('"', '""')}"`),
    )
    const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','))
    const end = fc.constantFrom('\n', '\r\n')
    const file = fc.tuple(fc.array(fc.tuple(row, end), { maxLength: 8 }), fc.boolean())
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), ([rows, endsOpen], piece) => {
        const text = rows.map(([cells, newline]) => cells + newline).join('')
        const content = Buffer.from(endsOpen ? text.replace(/\r?\n$/, '') : text)
        const expected = parse(content, {
          record_delimiter: ['\r\n', '\n'],
          relax_column_count: true,
          skip_empty_lines: true,
        }) as unknown as string[][]
        const { found, open } = run(content, piece)
        expect(open).toBeUndefined()
        expect(found.map((row) => ('fields' in row ? row.fields : row.problem))).toEqual(expected)
      }),
      { numRuns: cases(2000) },
    )
  })

  it('gives the same result for every piece size, even for bad input, and never loses its line', () => {
    const content = fc.stringMatching(/^[a,"\n\r]{0,40}$/).map((text) => Buffer.from(text))
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 7 }), (bytes, piece) => {
        const whole = run(bytes, Math.max(1, bytes.length))
        expect(run(bytes, piece)).toEqual(whole)
        const rows = bytes.toString().split('\n')
        for (const { line } of whole.found) expect(rows[line - 1]).toBeDefined()
        expect(whole.found.map(({ line }) => line)).toEqual(
          whole.found.map(({ line }) => line).sort((a, b) => a - b),
        )
      }),
      { numRuns: cases(2000) },
    )
  })

  it('starts again on the line after a stray quote', () => {
    const { found } = run(Buffer.from('a,b"c\n"d"e,"f\n"g","h"\n'), 3)
    expect(found).toEqual([
      { line: 1, fields: ['a', 'b"c'] },
      { line: 2, problem: 'text after the closing quote of a field' },
      { line: 3, fields: ['g', 'h'] },
    ])
  })

  it('reports where a quote was opened that is never closed', () => {
    expect(run(Buffer.from('a\n"b\nc","d\n\n'), 4)).toEqual({ found: [{ line: 1, fields: ['a'] }], open: 3 })
  })

  it('reads a row of many megabytes in time that grows with its length', () => {
    const field = 'x "" y\n'.repeat(4_000_000)
    const started = performance.now()
    const { found } = run(Buffer.from(`a,"${field}"\nb,c\n`), 1 << 16)
    expect(found).toHaveLength(2)
    expect((found[1] as { line: number }).line).toBe(4_000_002)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('delivers rows beyond the limit in parts, and reads all others as before', () => {
    const content = fc.stringMatching(/^[a,"\n\r]{0,60}$/).map((text) => Buffer.from(text))
    const inPieces = (bytes: Uint8Array, piece: number, limit: number | undefined) => {
      const found: { line: number; kind: string; raw: string }[] = []
      const parts: Uint8Array[] = []
      let open = 0
      const take = (kind: string) => (line: number, _: unknown, raw: Uint8Array) => {
        found.push({ line, kind, raw: Buffer.from(raw).toString() })
        parts.push(raw.slice())
      }
      const parser = new CsvParser(
        ',',
        {
          row: take('row'),
          bad: take('bad'),
          blank: (raw) => parts.push(raw.slice()),
          long(line, part, isLast) {
            const start = parts.slice(parts.length - open).map((bytes) => Buffer.from(bytes).toString())
            parts.push(part.slice())
            open = isLast ? 0 : open + 1
            if (isLast) found.push({ line, kind: 'long', raw: `${start.join('')}${Buffer.from(part)}` })
          },
        },
        'strict',
        limit,
      )
      for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece))
      const isOpen = parser.end() !== undefined
      return { found, isOpen, all: isOpen ? undefined : Buffer.concat(parts).toString() }
    }
    fc.assert(
      fc.property(
        content,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 4, max: 20 }),
        (bytes, piece, limit) => {
          const whole = inPieces(bytes, Math.max(1, bytes.length), undefined)
          const found = whole.found.map((row) => (row.raw.length > limit ? { ...row, kind: 'long' } : row))
          expect(inPieces(bytes, piece, limit)).toEqual({ ...whole, found })
          if (!whole.isOpen) expect(whole.all).toBe(bytes.toString())
        },
      ),
      { numRuns: cases(2000) },
    )
  })
})
