import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../src/read/field.js'
import { FieldScanner } from '../../../src/read/field-scanner.js'
import { JsonListSplitter } from '../../../src/read/json-list.js'
import { JsonObjectSplitter } from '../../../src/read/json-objects.js'
import { escapeJson } from '../../../src/read/json-string.js'
import { parseRecord } from '../../../src/read/parse-line.js'
import fc from '../../property.js'

const pieces = fc.integer({ min: 1, max: 50 })

/** For numbers that are not exact. */
function asDigits(_name: string, value: unknown): unknown {
  const isLong = Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLong && !String(value).includes('e') ? String(value) : value
}

describe('parseRecord', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (record, isPretty) => {
        // The digits send every record the longer way.
        const json = JSON.stringify({ ...record, digits: '1234567890123456' }, null, isPretty ? 2 : 0)
        expect(parseRecord(json).value).toEqual(JSON.parse(json, asDigits))
      }),
    )
  })

  it('keeps whole numbers that JavaScript cannot hold as their digits', () => {
    const json =
      '{"a":9007199254740993,"b":[-12345678901234567890],"c":"\\"9007199254740993","d":0.12345678901234568,"e":1e30}'
    expect(parseRecord(json).value).toEqual({
      a: '9007199254740993',
      b: ['-12345678901234567890'],
      c: '"9007199254740993',
      d: 0.12345678901234568,
      e: 1e30,
    })
  })

  it('reads long texts with long numbers', () => {
    const text = 'x'.repeat(20_000_000)
    expect(parseRecord(JSON.stringify({ text, id: '1234567890123456' })).value).toEqual({
      text,
      id: '1234567890123456',
    })
  })
})

describe('escapeJson', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written: Uint8Array[] = []
        escapeJson(Buffer.from(text), (bytes) => written.push(bytes.slice()))
        expect(Buffer.concat(written).toString()).toBe(JSON.stringify(text).slice(1, -1))
      }),
    )
    // Around the lengths from which bytes are copied together, and around the end of a block.
    for (const length of [1, 7, 8, 9, 31, 32, 33, 34, 100, 16_383, 16_384, 16_385]) {
      for (const text of ['x'.repeat(length), `${'x'.repeat(length)}"${'é'.repeat(length)}\n`]) {
        const parts: Uint8Array[] = []
        escapeJson(Buffer.from(text), (bytes) => parts.push(bytes.slice()))
        expect(`"${Buffer.concat(parts)}"`).toBe(JSON.stringify(text))
      }
    }
    const controls = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).join('')
    const written: Uint8Array[] = []
    escapeJson(Buffer.from(controls), (bytes) => written.push(bytes.slice()))
    expect(`"${Buffer.concat(written)}"`).toBe(JSON.stringify(controls))
  })
})

describe('FieldScanner', () => {
  it('finds the fields that JSON.parse finds, whatever the pieces', () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
    fc.assert(
      fc.property(record, fc.constantFrom(0, 2), pieces, (value, indent, piece) => {
        const bytes = Buffer.from(JSON.stringify(value, null, indent))
        const scanner = new FieldScanner()
        let hasEnded = false
        for (let at = 0; at < bytes.length; at += piece)
          hasEnded = scanner.push(bytes.subarray(at, at + piece))
        expect(hasEnded).toBe(true)
        const expected = fieldsOf(JSON.parse(bytes.toString()) as Record<string, unknown>)
        expect(scanner.fields.map(({ name, kind }) => [name, kind])).toEqual(
          expected.map(({ name, kind }) => [name, kind]),
        )
      }),
    )
  })
})

describe('JsonListSplitter', () => {
  it('splits a list into its elements, whatever the pieces', () => {
    const list = fc.array(fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(list, fc.constantFrom(undefined, 2, '\r\n'), pieces, (values, indent, piece) => {
        const text = ` ${JSON.stringify(values, null, indent)}\n`
        const bytes = Buffer.from(text)
        const found: unknown[] = []
        const splitter = new JsonListSplitter((line, element) => {
          found.push(JSON.parse(Buffer.from(element).toString()))
          expect(line).toBeLessThanOrEqual(text.split('\n').length)
        })
        for (let at = 0; at < bytes.length; at += piece) {
          expect(splitter.push(bytes.subarray(at, at + piece))).toBeUndefined()
        }
        expect(splitter.end()).toBeUndefined()
        expect(found).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })
})

describe.each([
  ['list', JsonListSplitter],
  ['objects', JsonObjectSplitter],
] as const)('elements beyond the limit in a %s', (shape, Splitter) => {
  const LIMIT = 40
  const records = fc.array(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
  )

  it('are ignored with their line, whatever the pieces, and the others are where they were', () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom(0, 1),
        fc.integer({ min: 1, max: 200 }),
        (values, indent, piece) => {
          const texts = values.map((value) => JSON.stringify(value, null, indent))
          const text = shape === 'list' ? `[${texts.join(',\n')}]` : texts.join('\n')
          const bytes = Buffer.from(text)
          const expected: unknown[] = []
          let line = 1
          let start = shape === 'list' ? 1 : 0
          for (const one of texts) {
            const length = Buffer.byteLength(one)
            expected.push(length > LIMIT ? { line } : { line, one, start })
            line += one.split('\n').length
            start += length + (shape === 'list' ? 2 : 1)
          }
          const found: unknown[] = []
          const splitter = new Splitter(
            (line, element, start) => found.push({ line, one: Buffer.from(element).toString(), start }),
            LIMIT,
            (line) => found.push({ line }),
          )
          for (let at = 0; at < bytes.length; at += piece) {
            expect(splitter.push(bytes.subarray(at, at + piece))).toBeUndefined()
          }
          expect(splitter.end()).toBeUndefined()
          expect(found).toEqual(expected)
        },
      ),
    )
  })

  it('are an error by default', () => {
    const splitter = new Splitter(() => {}, LIMIT)
    const long = Buffer.from(
      `${shape === 'list' ? '[' : ''}{"x":"${'y'.repeat(LIMIT)}"}${shape === 'list' ? ']' : ''}`,
    )
    expect(() => splitter.push(long)).toThrow('bytes of one record')
  })
})
