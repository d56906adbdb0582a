import { describe, expect, it } from 'vitest'
import type { Kernel, RecordBatch } from '../../../src/kernel/kernel.js'
import { loadKernel } from '../../../src/kernel/load-kernel.js'

const OPTIONS = {
  textFields: ['text'],
  bands: { bands: 4, rows: 5, scheme: { sketch: 'fast-similarity', slots: 20, seed: 1 } },
  keepSets: true,
} as const

function read(kernel: Kernel, texts: readonly string[]): RecordBatch {
  return kernel.readJsonLines(
    Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join('')),
    true,
  )
}

function expectAsTwin(kernel: Kernel, texts: readonly string[]): RecordBatch {
  const batch = read(kernel, texts)
  const { unicodeFallbacks, ...expected } = read(loadKernel(OPTIONS, 'scalar'), texts)
  expect(batch).toMatchObject(expected)
  return batch
}

/** Where the lines begin that a kernel refuses. */
function refused(kernel: Kernel, bytes: Uint8Array): Uint32Array {
  const locations: number[] = []
  for (let start = 0; start < bytes.length; ) {
    const { bad, starts, consumed } = kernel.readJsonLines(bytes.subarray(start), true)
    for (const { record } of bad) locations.push(start + starts[record]!)
    start += consumed
  }
  return Uint32Array.from(locations)
}

describe('what the kernel knows about Unicode', () => {
  const LATIN = ['plain words only', 'naïve ÉCOLE Straße – “quoted”']
  const OTHERS = ['東京 と 大阪', '한국어 문장', 'emoji 😀 between', '𝐀bc 𐐀𐐁']

  it('grows when a text needs it, in every kernel, without any fallback to JavaScript', () => {
    const first = loadKernel(OPTIONS)
    const second = loadKernel(OPTIONS)
    for (const kernel of [first, second, loadKernel(OPTIONS)]) {
      expect(expectAsTwin(kernel, LATIN).unicodeFallbacks).toBe(0)
      expect(expectAsTwin(kernel, [...LATIN, ...OTHERS, ...LATIN]).unicodeFallbacks).toBe(0)
    }
  })
})

describe('the buffer of a kernel', () => {
  const texts = [
    'plain words',
    'a "quoted" line\nand another',
    'naïve 東京 と 大阪',
    'ΟΔΟΣ e\u0301',
    'x'.repeat(100_000),
  ]
  const escapedKey = '{"t\\u0065xt":"left to the host"}\n'
  const lines = Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join('') + escapedKey)

  it.each(['wasm', 'scalar'] as const)('is read like any other input, from its start or not: %s', (kind) => {
    const kernel = loadKernel(OPTIONS, kind)
    const { sets, keys, starts, ends } = loadKernel(OPTIONS, 'scalar').readJsonLines(lines, true)
    for (const from of [0, 5, 0]) {
      const buffer = kernel.buffer(from + lines.length)
      buffer.set(lines, from)
      expect(kernel.readJsonLines(buffer.subarray(from), true)).toMatchObject({ sets, keys, starts, ends })
    }
  })

  it('keeps the lines that did not fit, which its user moves to the start', () => {
    const many = Buffer.from('{"text":"a b"}\n'.repeat(3000))
    const kernel = loadKernel(OPTIONS)
    let rest = kernel.buffer(many.length)
    rest.set(many)
    const counts: number[] = []
    while (rest.length > 0) {
      const { count, consumed, sizes } = kernel.readJsonLines(rest, true)
      expect(sizes.every((size) => size === 1)).toBe(true)
      counts.push(count)
      rest.copyWithin(0, consumed)
      rest = rest.subarray(0, rest.length - consumed)
    }
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3000)
  })
})

describe('composition', () => {
  it('is that of JavaScript where a composed character composes with the one before it', () => {
    expectAsTwin(loadKernel(OPTIONS), ['one x\u{1611e}\u{16121}y two', 'x\u{1611e}\u{1611e}\u{1611e}'])
  })
})

describe('sets', () => {
  it('are sorted and without repeats, whatever their sizes', () => {
    const kernel = loadKernel({ ...OPTIONS, shingle: { k: 1 } })
    const texts = Array.from({ length: 70 }, (_, size) => {
      const words = Array.from({ length: size }, (_, i) => `w${(i * 7919) % 1009}`)
      return [words.join(' '), [...words, ...words.slice(size >> 1), ...words.slice(0, 2)].join(' ')]
    })
    const { count, offsets, elements } = read(kernel, texts.flat()).sets!
    const sets = Array.from({ length: count }, (_, i) => elements.slice(offsets[i]!, offsets[i + 1]!))
    for (const [i, set] of sets.entries()) {
      expect(set).toHaveLength(i >> 1)
      expect(set).toEqual(Uint32Array.from(new Set(set)).sort())
    }
    for (let i = 0; i < count; i += 2) expect(sets[i + 1]).toEqual(sets[i])
    expect(sets[138]).toEqual(
      read(loadKernel({ ...OPTIONS, shingle: { k: 1 } }, 'scalar'), texts.flat()).sets!.elements.slice(-69),
    )
  })
})

describe('words', () => {
  it('are hashed as they are, whatever their lengths, and wherever blocks of 64 bytes end', () => {
    const kernel = loadKernel({ ...OPTIONS, shingle: { k: 1 } })
    const twin = loadKernel({ ...OPTIONS, shingle: { k: 1 } }, 'scalar')
    const texts = Array.from({ length: 140 }, (_, before) => {
      const lengths = Array.from({ length: 40 }, (_, i) => ((i * 7 + before) % 19) + 1)
      const words = lengths.map((length, i) => 'aZ09é'.charAt(i % 5).repeat(length))
      return ' '.repeat(before) + words.join(before % 2 === 0 ? ' ' : '’')
    })
    const { unicodeFallbacks, ...expected } = read(twin, texts)
    expect(read(kernel, texts)).toMatchObject(expected)
  })

  it('are found even if 64 bytes contain more of them than usual', () => {
    expectAsTwin(loadKernel(OPTIONS), [
      'a b '.repeat(100),
      'a,'.repeat(31),
      'a b c d e f g h i j k l m '.repeat(9),
    ])
  })
})

describe('sets', () => {
  it.each([1, 2, 23, 24, 25, 31, 32, 127, 128, 129, 1000, 4094, 4095, 4096, 5000])(
    'of %d words are in order and without repeats',
    (size) => {
      const words = Array.from({ length: size }, (_, i) => `w${i % Math.ceil(0.8 * size)}`)
      const kernel = loadKernel({ ...OPTIONS, shingle: { k: 1 } })
      const twin = loadKernel({ ...OPTIONS, shingle: { k: 1 } }, 'scalar')
      const text = [words.join(' ')]
      expect(read(kernel, text).sets!.elements).toEqual(read(twin, text).sets!.elements)
    },
  )
})

describe('bytes', () => {
  it('are rejected if they are not UTF-8: all neighbors that matter, wherever blocks of 16 bytes end', () => {
    const edges = [
      0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
    ]
    edges.push(0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff)
    const lines: Buffer[] = []
    for (const first of edges.filter((byte) => byte >= 0x80)) {
      for (const second of edges) {
        for (const third of edges) {
          for (const fourth of [0x20, 0x80, 0xbf, 0xc2]) {
            const padding = ' '.repeat(lines.length % 17)
            lines.push(
              Buffer.from(`{"text":"${padding}`),
              Buffer.from([first, second, third, fourth]),
              Buffer.from('"}\n'),
            )
          }
        }
      }
    }
    const bytes = Buffer.concat(lines)
    const options = { textFields: ['text'], shingle: { kind: 'chars', k: 1 } } as const
    const got = refused(loadKernel(options), bytes)
    expect(got).toEqual(refused(loadKernel(options, 'scalar'), bytes))
    expect(got.length).toBeGreaterThan(1000)
  })
})

describe('plain texts', () => {
  it('that exceed the records of the kernel are left for the next call', () => {
    const kernel = loadKernel({ ...OPTIONS, keepSignatures: true })
    const bytes = Buffer.from('abcdefgh'.repeat(10_000))
    const offsets = Uint32Array.from({ length: 10_001 }, (_, i) => 8 * i)
    let read = 0
    while (read < 10_000) {
      const { count, consumed, sizes } = kernel.readTexts(bytes, offsets.subarray(read))
      expect(count).toBeGreaterThan(1000)
      expect(sizes.every((size) => size === 1)).toBe(true)
      read += count
      expect(consumed).toBe(8 * read)
    }
    expect(read).toBe(10_000)
    expect(kernel.readTexts(bytes, new Uint32Array(0)).count).toBe(0)
  })
})
