import { chooseBands } from 'likewise/sketch'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import type { Kernel, KernelOptions, RecordBatch } from '../../src/kernel/kernel.js'
import { KERNEL_WORK } from '../../src/kernel/kernel-work.js'
import { loadKernel } from '../../src/kernel/load-kernel.js'
import { kernelOverlaps } from '../../src/kernel/wasm-overlaps.js'
import { sketchInKernel } from '../../src/kernel/wasm-sketches.js'
import { collectSortedSets, makeSetCollection, setAt, sortedSet } from '../../src/model/set-collection.js'
import { PLAIN_WORK } from '../../src/plan/set-work.js'
import { makeSketcher, sketchCollection } from '../../src/sketch/sketch.js'
import type { ShingleOptions } from '../../src/text/shingle-options.js'
import { cases } from '../depth.js'
import fc from '../property.js'
import { anyScript } from './any-script.js'

const { bands, rows, slots } = chooseBands({ threshold: 0.8, recall: 0.95 })

function options(
  shingle: ShingleOptions,
  sketch: 'fast-similarity' | 'minhash' = 'fast-similarity',
  textFields: readonly string[] = ['text'],
): KernelOptions {
  const scheme = { sketch, slots, seed: 1 }
  return { shingle, bands: { bands, rows, scheme }, textFields, idField: 'id', keepSets: true }
}

const SHINGLES: Record<string, ShingleOptions> = {
  'words of 5': {},
  'words of 1': { k: 1 },
  'characters of 9': { kind: 'chars' },
  'characters of 3': { kind: 'chars', k: 3 },
  'stop words': { kind: 'stopwords' },
  'a bag of words with NFKC': { k: 2, bag: true, nfkc: true },
  'words without phrases': { k: 2, ignorePhrases: ['the quick brown fox', 'over naïve École', '東京 42'] },
  'characters without phrases': { kind: 'chars', k: 3, ignorePhrases: ['brown Fox', 'Straße', '𝐀bc'] },
}

/** Texts as they come: words, punctuation, escapes, scripts, astral characters, lone surrogates, odd white space. */
const texts = fc.oneof(
  { weight: 2, arbitrary: anyScript },
  fc.string({ maxLength: 200, size: 'max' }),
  fc.string({ unit: 'binary', maxLength: 60, size: 'max' }),
  fc
    .array(
      fc.constantFrom(
        ...'the quick brown Fox JUMPS over naïve ÉCOLE Straße ΣΊΣΥΦΟΣ İstanbul 東京 42 x² ﬁne 😀 𝐀bc 𐐀𐐁 Kelvin Ⱥ e\u0301 don’t'.split(
          ' ',
        ),
        '\n',
        '\t"',
        '\\',
        '\u00a0',
        '\u2028',
        '\ufeff',
        '\ud800',
        'a'.repeat(17),
        'B'.repeat(70),
        '𠀀',
      ),
      { maxLength: 120, size: 'max' },
    )
    .map((words) => words.join(' ')),
)

/** Any JSON value, for a field next to the text. */
const others = fc.jsonValue({ maxDepth: 3 })

/** A good line: fields in any order, with or without escapes for what is not ASCII, spaces where JSON allows them. */
const goodLines = fc
  .record({
    text: texts,
    id: fc.oneof(fc.nat(), fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  })
  .chain((document) =>
    fc
      .record({ extra: others, first: fc.boolean(), escape: fc.boolean(), spaces: fc.boolean() })
      .map((how) => {
        const fields = how.first ? { ...document, extra: how.extra } : { extra: how.extra, ...document }
        const json = how.spaces
          ? JSON.stringify(fields, undefined, 1).replaceAll('\n', ' ')
          : JSON.stringify(fields)
        return how.escape ? json.replace(/[^\x20-\x7e]/gu, (c) => escapeCharacter(c)) : json
      }),
  )

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, i) => {
    return `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Lines that no reader may take for good: damaged JSON, missing or wrong fields. */
const badLines = fc.oneof(
  fc.constantFrom(
    '{"text": "a", "id": 1,}',
    '{"text": "a" "id": 1}',
    '{"text": "a\u0001", "id": 1}',
    '{"text": "a", "id": 01}',
    '{"text": "\\x", "id": 1}',
    '{"text": "\\u12g4", "id": 1}',
    '{"text": 5, "id": 1}',
    '{"id": 1}',
    '{"text": "a"}',
    '{"text": "a", "id": null}',
    '[{"text": "a", "id": 1}]',
    'null',
    '{"text": "a", "id": 1} x',
    '{"text": "a", "id": 1, "n": 1.}',
    '{"text": "a", "id": 1, "n": tru}',
    '{"text": "a", "id": 1, "n": [1, 2}',
    '{"text": "a", "id": 1, "n": {"m": }}',
    '{"text": "a, "id": 1}',
    '{"text": "unfinished',
    '{',
  ),
  fc.tuple(goodLines, fc.nat(), fc.constantFrom('', '"', '\\', '{', ',', '0')).map(([line, at, put]) => {
    const place = at % Math.max(1, line.length)
    return line.slice(0, place) + put + line.slice(place + 1)
  }),
)

/** Lines that JSON reads in a way that is easily got wrong. */
const oddLines = fc.constantFrom(
  '{"text": "first", "text": "second wins", "id": 1}',
  '{"\\u0074ext": "escaped key", "id": 1}',
  '{"text": "a b c d e f", "id": "\\u0041"}',
  '{"text": "a b c d e f", "id": -0}',
  '{"text": "a b c d e f", "id": 1e3}',
  '{"id": 12345678901234567890, "text": "big id"}',
  `{"id": 1, "deep": ${'['.repeat(70)}${']'.repeat(70)}, "text": "deep nesting"}`,
  '  {"text":"spaces around","id":2}\t\r',
  '{"extra": {"text": "inner"}, "text": "outer", "id": 3}',
  '{"extra": {"text": "inner"}, "extra.text": "the very name", "id": 3}',
  '{"extra": null, "id": 4, "text": null}',
  '{"text":null,"id":5}',
  '{"text": nul, "id": 5}',
  '{"id": 5, "text":null',
  '{"": "no name", "id": 6}',
  '   ',
  '',
)

const lines = fc.array(
  fc.oneof({ weight: 6, arbitrary: goodLines }, { weight: 2, arbitrary: badLines }, oddLines),
  {
    maxLength: 12,
  },
)

/** Everything but what tells one kernel from the other. */
function plain({ unicodeFallbacks, ids, sets, ...batch }: RecordBatch) {
  return { ...batch, sets: sets && { ...sets } }
}

/** All batches of a stream that is handed over in pieces, as a reader does it. */
function readInPieces(kernel: Kernel, bytes: Uint8Array, piece: number) {
  const records: unknown[] = []
  let start = 0
  let end = Math.min(piece, bytes.length)
  while (start < bytes.length) {
    const batch = kernel.readJsonLines(bytes.slice(start, end), end === bytes.length)
    const keyWords = 2 * bands
    for (let i = 0; i < batch.count; i++) {
      records.push({
        line: [start + batch.starts[i]!, start + batch.ends[i]!],
        keys: [...batch.keys.subarray(i * keyWords, (i + 1) * keyWords)],
        content: [...batch.contents.subarray(4 * i, 4 * i + 4)],
        set: [...batch.sets!.elements.subarray(batch.sets!.offsets[i]!, batch.sets!.offsets[i + 1]!)],
        problem: batch.bad.find(({ record }) => record === i)?.problem,
      })
    }
    start += batch.consumed
    end = Math.min(bytes.length, Math.max(end, start) + piece)
  }
  return records
}

describe('the WASM kernel', () => {
  it.each(Object.entries(SHINGLES))(
    'reads plain texts with offsets as the TypeScript version does: %s',
    (_, shingle) => {
      const kept = { ...options(shingle), keepSignatures: true }
      const wasm = loadKernel(kept)
      const scalar = loadKernel(kept, 'scalar')
      fc.assert(
        fc.property(fc.array(texts, { maxLength: 12 }), fc.nat({ max: 3 }), (documents, skipped) => {
          const encoded = documents.map((text) => Buffer.from(text))
          const offsets = new Uint32Array(encoded.length + 1)
          for (const [i, bytes] of encoded.entries()) offsets[i + 1] = offsets[i]! + bytes.length
          const from = offsets.subarray(Math.min(skipped, encoded.length))
          const bytes = Buffer.concat(encoded)
          const batch = wasm.readTexts(bytes, from)
          expect(plain(batch)).toEqual(plain(scalar.readTexts(bytes, from)))
          expect(batch.signatures!.length).toBe(slots * (from.length - 1))
        }),
        { numRuns: cases(60) },
      )
    },
  )

  it.each(Object.entries(SHINGLES))('gives what the definitions give, bit for bit: %s', (_, shingle) => {
    for (const sketch of ['fast-similarity', 'minhash'] as const) {
      const wasm = loadKernel(options(shingle, sketch))
      const scalar = loadKernel(options(shingle, sketch), 'scalar')
      expect([wasm.kind, scalar.kind]).toEqual(['wasm', 'scalar'])
      fc.assert(
        fc.property(lines, fc.boolean(), (list, final) => {
          const bytes = Buffer.from(list.join('\n'), 'utf8')
          expect(plain(wasm.readJsonLines(bytes, final))).toEqual(plain(scalar.readJsonLines(bytes, final)))
        }),
        { numRuns: cases(300) },
      )
    }
  })

  it.each([['extra.text'], ['text', 'extra.text'], ['extra.text', 'text', 'none']])(
    'takes the text from a path and from several fields, as the TypeScript version does: %s, %s, %s',
    (...textFields) => {
      const nested = fc.tuple(texts, texts).map(([inner, text]) => {
        return JSON.stringify({ extra: { text: inner }, id: 1, ...(text !== '' && { text }) })
      })
      const wasm = loadKernel(options({}, 'fast-similarity', textFields))
      const scalar = loadKernel(options({}, 'fast-similarity', textFields), 'scalar')
      fc.assert(
        fc.property(lines, fc.array(nested, { maxLength: 6 }), (list, more) => {
          const bytes = Buffer.from([...list, ...more].join('\n'), 'utf8')
          expect(plain(wasm.readJsonLines(bytes, true))).toEqual(plain(scalar.readJsonLines(bytes, true)))
        }),
        { numRuns: cases(100) },
      )
      const plainText = Buffer.from('{"extra":{"text":"one two three four five six"},"text":"seven","id":1}')
      expect(wasm.readJsonLines(plainText, true)).toMatchObject({ bad: [], unicodeFallbacks: 0 })
    },
  )

  it('treats null as an empty text', () => {
    for (const kind of ['wasm', 'scalar'] as const) {
      const batch = loadKernel(options({}), kind).readJsonLines(Buffer.from('{"text":null,"id":1}'), true)
      expect(batch).toMatchObject({ count: 1, bad: [] })
      expect([...batch.sizes]).toEqual([0])
    }
  })

  it('rejects bytes that are not UTF-8, as the TypeScript version does', () => {
    const wasm = loadKernel(options({}))
    const scalar = loadKernel(options({}), 'scalar')
    fc.assert(
      fc.property(goodLines, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), (line, at, damage) => {
        const bytes = Buffer.from(line, 'utf8')
        bytes.set(damage.subarray(0, Math.max(0, bytes.length)), at % Math.max(1, bytes.length - 4))
        expect(plain(wasm.readJsonLines(bytes, true))).toEqual(plain(scalar.readJsonLines(bytes, true)))
      }),
      { numRuns: cases(1000) },
    )
  })

  it('gives the same result however a stream is split into pieces, even within escapes and characters', () => {
    const kernel = loadKernel(options({}))
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 400 }), (list, piece) => {
        const bytes = Buffer.from(list.join('\n'), 'utf8')
        expect(readInPieces(kernel, bytes, piece)).toEqual(readInPieces(kernel, bytes, bytes.length + 1))
      }),
      { numRuns: cases(100) },
    )
  })

  it('accepts a document larger than its usual memory', () => {
    const words = Array.from({ length: 1_200_000 }, (_, i) => `w${(i * 7919) % 65_536}`).join(' ')
    const bytes = Buffer.from(`${JSON.stringify({ id: 1, text: words })}\n{"id":2,"text":"small one"}\n`)
    expect(bytes.length).toBeGreaterThan(4 * 2 ** 20)
    const got = loadKernel(options({})).readJsonLines(bytes, true)
    expect(plain(got)).toEqual(plain(loadKernel(options({}), 'scalar').readJsonLines(bytes, true)))
    expect(got.unicodeFallbacks).toBe(0)
  })

  it.each(['fast-similarity', 'minhash'] as const)('makes signatures as the sketcher does: %s', (sketch) => {
    const numbers = fc.oneof(fc.nat(50), fc.integer({ min: 0, max: 0xffffffff }), fc.constant(0xffffffff))
    const sets = fc.array(fc.uniqueArray(numbers, { maxLength: 300, size: 'max' }), { maxLength: 6 })
    const schemes = fc.record({
      slots: fc.integer({ min: 1, max: 130 }),
      seed: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(sets, schemes, (lists, scheme) => {
        // The first set is larger than a page of memory.
        const all = makeSetCollection([Array.from({ length: 20_000 }, (_, i) => 7 * i), ...lists])
        const made = sketchInKernel(all, { sketch, ...scheme })
        expect(made).toEqual(sketchCollection(all, makeSketcher({ sketch, ...scheme })))
      }),
      { numRuns: cases(50) },
    )
  })

  it('lists the sets that share an element of their prefixes as plain TypeScript does', () => {
    const numbers = fc.oneof(fc.nat(50), fc.integer({ min: 0, max: 0xffffffff }), fc.constant(0xffffffff))
    const sets = fc.array(fc.uniqueArray(numbers, { minLength: 1, maxLength: 60, size: 'max' }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        sets,
        fc.uniqueArray(fc.nat(50)),
        fc.constantFrom(0.2, 0.7, 1),
        (lists, frequent, share) => {
          const all = makeSetCollection(lists)
          const prefixes = {
            frequent: Uint32Array.from(frequent),
            lengthOf: (size: number) => Math.ceil(share * size),
          }
          expect(KERNEL_WORK.listPrefixes(all, prefixes)).toEqual(PLAIN_WORK.listPrefixes(all, prefixes))
        },
      ),
      { numRuns: cases(100) },
    )
  })

  it('lists them for sets of any size', () => {
    const random = new Random(5)
    const all = collectSortedSets(
      [300, 70_000, 200, 150_000, 90, 90].map((size) =>
        sortedSet(Array.from({ length: size }, () => random.below(2 ** 20))),
      ),
    )
    const prefixes = { frequent: setAt(all, 0), lengthOf: (size: number) => Math.ceil(0.2 * size) }
    const [found, expected] = [
      KERNEL_WORK.listPrefixes(all, prefixes),
      PLAIN_WORK.listPrefixes(all, prefixes),
    ]
    expect(found.ends.length).toBeGreaterThan(100)
    expect(found).toEqual(expected)
  })

  it('counts what two sets of a collection share as a plain merge does', () => {
    const sets = fc.array(fc.uniqueArray(fc.nat(80), { maxLength: 60, size: 'max' }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(sets, (lists) => {
        const all = makeSetCollection(lists)
        const [inKernel, plainly] = [kernelOverlaps(all), PLAIN_WORK.overlapsOf(all)]
        const pairs = lists.flatMap((_, a) => lists.map((_, b) => [a, b] as const))
        expect(pairs.map(([a, b]) => inKernel(a, b))).toEqual(pairs.map(([a, b]) => plainly(a, b)))
      }),
    )
  })
})
