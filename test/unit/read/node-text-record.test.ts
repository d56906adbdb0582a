import { describe, expect, it } from 'vitest'
import { TextRecord } from '../../../src/read/formats/node-text-record.js'

function written(...[before, name, text]: [{ name: string; value: string } | undefined, string, string]) {
  const record = new TextRecord(before, name, Buffer.from(text))
  const chunks: Buffer[] = []
  record.writeJson((bytes) => chunks.push(Buffer.from(bytes)))
  const json = Buffer.concat(chunks).toString()
  expect(JSON.parse(json)).toEqual(record.fields)
  return json
}

describe('TextRecord', () => {
  it('is written as JSON.stringify would write its fields', () => {
    const path = { name: 'path', value: 'a "b"\\ü.txt' }
    expect(written(path, 'text', 'one\n"two"')).toBe(JSON.stringify({ path: path.value, text: 'one\n"two"' }))
    expect(written(undefined, 'te"xt', 'one')).toBe('{"te\\"xt":"one"}')
    expect(written(undefined, 'text', '')).toBe('{"text":""}')
  })

  it('has the text in its field, whatever the names', () => {
    expect(written({ name: 'path', value: 'a' }, '0', 'one')).toBe('{"path":"a","0":"one"}')
    expect(written({ name: 'text', value: 'a' }, 'text', 'one')).toBe('{"text":"one"}')
  })
})
