import { describe, expect, it } from 'vitest'
import type { Bytes, Inputs } from '../../../../../src/engine/ports.js'
import { readUnit } from '../../../../../src/engine/stages/read/unit-reader.js'
import { detachingBuffers } from '../../../../detaching-buffers.js'

const MARK = [0xef, 0xbb, 0xbf]

/** The lines of content that is one unit, and the lengths of those that are too long. */
function linesOf(content: Uint8Array, maxLineBytes = Number.POSITIVE_INFINITY) {
  const bytes: Bytes = {
    size: content.length,
    readAt(offset, target) {
      const part = content.subarray(offset, offset + target.length)
      target.set(part)
      return part.length
    },
    checkUnchanged() {},
    close() {},
  }
  const inputs = { open: () => bytes } as unknown as Inputs
  const unit = { file: 0, name: 'x.jsonl', path: 'x.jsonl', from: 0, to: content.length }
  const lines: string[] = []
  const skipped: number[] = []
  readUnit(inputs, unit, maxLineBytes, {
    kernel: detachingBuffers(),
    take: (chunk, _, final) => {
      const end = final ? chunk.length : chunk.lastIndexOf(10) + 1
      const text = Buffer.from(chunk.subarray(0, end)).toString('latin1')
      lines.push(...text.split('\n').filter((line, i, all) => i < all.length - 1 || line !== ''))
      return end
    },
    skip: (_, length) => skipped.push(length),
  })
  return { lines, skipped }
}

describe('a reader of lines', () => {
  it.each([
    ['a whole one', MARK, []],
    ['the first byte', MARK.slice(0, 1), ['\xef']],
    ['the first two bytes', MARK.slice(0, 2), ['\xef\xbb']],
    ['one before a line', [...MARK, 0x61, 0x0a], ['a']],
  ])('drops a byte order mark only if it is in the file: %s', (_, content, lines) => {
    expect(linesOf(Uint8Array.from(content)).lines).toEqual(lines)
  })

  it('makes room for lines longer than a chunk, and skips those beyond the limit', () => {
    const lengths = [10, 3_000_000, 5, 2_000_000, 1_100_000, 7]
    const content = Buffer.from(lengths.map((length, i) => `${String(i).repeat(length)}\n`).join(''))
    const all = linesOf(content)
    expect(all.lines.map((line) => [line[0], line.length])).toEqual(
      lengths.map((length, i) => [`${i}`, length]),
    )
    expect(all.skipped).toEqual([])
    const some = linesOf(content, 1_500_000)
    expect(some.lines.map(({ length }) => length)).toEqual([10, 5, 1_100_000, 7])
    expect(some.skipped).toEqual([3_000_000, 2_000_000])
  })
})
