import { describe, expect, it } from 'vitest'
import { parseWithLongNumbers } from '../../../src/model/long-numbers.js'
import { FieldFinder, fieldReader, pathReader } from '../../../src/read/json-field.js'
import fc from '../../property.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a field of a JSON line', () => {
  it('is what parsing the whole line gives, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom('id', 'i"d', 'é\\'), fc.string({ unit: 'binary' })),
          fc.jsonValue(),
        ),
        fc.integer({ min: 0, max: 2 }),
        (record, indent) => {
          const line = JSON.stringify(record, null, indent).replaceAll('\n', indent === 1 ? '\t' : ' ')
          const parsed = parseWithLongNumbers(line) as Record<string, unknown>
          for (const name of ['id', 'i"d', 'é\\', ...Object.keys(parsed).slice(0, 3)]) {
            const wanted = Object.hasOwn(parsed, name) ? parsed[name] : undefined
            expect(fieldReader(name)(bytes(line))).toEqual(wanted)
          }
        },
      ),
    )
  })

  it('counts the last time, and keys by what they mean', () => {
    expect(fieldReader('id')(bytes('{"id":1,"x":{"id":2},"\\u0069d" : [3,"]"] }'))).toEqual([3, ']'])
  })

  it('keeps the digits of a number that JavaScript cannot hold', () => {
    expect(fieldReader('id')(bytes('{"id":9007199254740993}'))).toBe('9007199254740993')
    expect(fieldReader('id')(bytes('{"id":9007199254740991}'))).toBe(9007199254740991)
    expect(pathReader('a.id')(bytes('{"a":{"id":9007199254740993}}'))).toBe('9007199254740993')
  })

  it('is found between two offsets, and never beyond', () => {
    const [before, line, after] = ['{"id":1}\n', '{"text":"a \\"b\\" {","id":"x"}', '\n{"id":2,"name":3}']
    const all = bytes(before + line + after)
    const finder = new FieldFinder('id')
    const [start, end] = [before.length, before.length + line.length]
    expect(finder.find(all, start, end)).toBe(true)
    expect(new TextDecoder().decode(all.subarray(finder.from, finder.to))).toBe('"x"')
    expect(new FieldFinder('name').find(all, start, end)).toBe(false)
  })
})
