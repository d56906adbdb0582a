import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPairs } from 'likewise/join'
import { describe, expect, it } from 'vitest'
import { nodeFind } from '../../../../src/engine/node/node-find.js'
import { BadRecord, InvalidOption } from '../../../../src/model/errors.js'
import { collectPairs } from './collect-pairs.js'
import { linesOf, sourceOf } from './source-of.js'

const GOOD = '{"id": 1, "text": "one two three four five six"}'

describe('a bad record', () => {
  it.each([
    ['{"id": 2, "text": "cut', 'not JSON'],
    ['{"id": 2}', 'no field "text"'],
    ['{"id": 2, "text": 7}', 'the field "text" is not a string'],
    ['{"text": "no id"}', 'the id field "id" is missing'],
    ['[1]', 'a list instead of an object'],
    ['{"id": 1, "text": "the same id"}', 'duplicate id 1 (first seen in input-0.jsonl, line 1)'],
  ])('stops the run with file and line, or is skipped and listed: %s', async (line, problem) => {
    const content = `${GOOD}\n\n${GOOD.replace('1', '3')}\n${line}\n${GOOD.replace('1', '4')}\n`
    const stop = nodeFind(sourceOf([content], 'id'), { workers: 1 })
    await expect(stop).rejects.toThrow(BadRecord)
    await expect(stop).rejects.toThrow(expect.objectContaining({ file: 'input-0.jsonl', line: 4 }))
    await expect(stop).rejects.toThrow(problem)

    const result = await nodeFind(sourceOf([content], 'id'), { workers: 1, onError: 'skip' })
    expect(result.documents).toBe(3)
    expect(result.empty).toBe(0)
    expect(result.skipped.map(({ line: at }) => at)).toEqual([4])
    // Positions are record numbers, the bad one counted, the blank line not.
    expect(listPairs(collectPairs(result.pairs)).map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 3],
      [1, 3],
    ])
  })

  it('among many others, in several files, is named by its own line', async () => {
    const contents = [0, 1].map((file) =>
      Array.from({ length: 300 }, (_, i) => (i % 3 === file ? 'wrong' : `${GOOD}`)).join('\n\n'),
    )
    const { skipped } = await nodeFind(sourceOf(contents), { workers: 1, onError: 'skip' })
    const expected = [0, 1].flatMap((file) =>
      Array.from({ length: 100 }, (_, i) => [`input-${file}.jsonl`, 2 * (3 * i + file) + 1]),
    )
    expect(skipped.map(({ file, line }) => [file, line])).toEqual(expected)
  })

  it('may be one of very many', async () => {
    const content = '{"id":1,"text":"a"}\n'.repeat(20_000)
    const { skipped, documents } = await nodeFind(sourceOf([content], 'id'), { workers: 1, onError: 'skip' })
    expect([skipped.length, documents]).toEqual([19_999, 1])
    expect(skipped.at(-1)!.line).toBe(20_000)
  })

  it('is not bad just because its id has the same hash as another', async () => {
    // The only two such pairs among the numbers below 100 million.
    const ids = [10_742_281, 42_739_388, 10_749_388, 42_732_281]
    const content = ids.map((id) => GOOD.replace('1', `${id}`)).join('\n')
    const { documents, skipped } = await nodeFind(sourceOf([content], 'id'), { workers: 1 })
    expect([documents, skipped]).toEqual([4, []])
  })

  it('is found by its line in bytes that are not UTF-8', async () => {
    const content = Buffer.concat([
      Buffer.from(`${GOOD}\n{"text": "`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}\n'),
    ])
    await expect(nodeFind(sourceOf([content]), { workers: 1 })).rejects.toThrow(
      'input-0.jsonl, line 2: not valid UTF-8',
    )
  })
})

describe('a source', () => {
  it('may be empty, blank, or without a newline at its end', async () => {
    for (const [content, documents] of [
      ['', 0],
      ['\n \n\r\n', 0],
      [GOOD, 1],
      [`\ufeff${GOOD}\r\n${GOOD}`, 2],
    ] as const) {
      const result = await nodeFind(sourceOf([content]), { workers: 1 })
      expect(result.documents).toBe(documents)
      expect(result.pairs.count).toBe(documents === 2 ? 1 : 0)
    }
  })

  it('may contain a document that is larger than a unit', async () => {
    // Of long words, so that it has few shingles.
    const long = Array.from({ length: 45_000 }, (_, i) => `${'w'.repeat(200)}${i}`).join(' ')
    const result = await nodeFind(sourceOf([linesOf(['a b c d e', long, `${long} more`, 'a b c d e'])]), {
      workers: 1,
    })
    expect(result.documents).toBe(4)
    expect(listPairs(collectPairs(result.pairs)).map(({ a, b }) => [a, b])).toEqual([
      [0, 3],
      [1, 2],
    ])
  }, 120_000)
})

describe('a document beyond the limit', () => {
  it('is rejected with file and line, without a crash', async () => {
    const enormous = Buffer.alloc(2 ** 27 + 1000, 'a')
    enormous.write('{"text":"', 0)
    enormous.write('"}\n', enormous.length - 3)
    const source = sourceOf([Buffer.concat([Buffer.from('{"text":"small"}\n'), enormous])])
    await expect(nodeFind(source, { workers: 1 })).rejects.toThrow(
      'input-0.jsonl, line 2: the record has more than 134 MB; split or remove the record',
    )
  }, 120_000)
})

describe('options', () => {
  it.each([
    { workers: 0 },
    { workers: 1.5 },
    { onError: 'ignore' as 'skip' },
    { threshold: 0 },
    { treshold: 0.5 } as object,
  ])('are refused when they are wrong: %o', async (options) => {
    await expect(nodeFind(sourceOf([GOOD]), options)).rejects.toThrow(InvalidOption)
  })
})

describe('a signal', () => {
  it('ends a run between two tasks, and lets others into its directory', async () => {
    const source = sourceOf([linesOf(['a b c d e f', 'a b c d e f g', 'x'])])
    const runDir = join(dirname(source.files[0]!.path), 'run')
    const stop = new AbortController()
    const reason = new Error('enough')
    const names: string[] = []
    const onBlock = (name: string) => {
      names.push(name)
      stop.abort(reason)
    }
    const run = nodeFind(source, { workers: 1, runDir, signal: stop.signal, onBlock })
    await expect(run).rejects.toBe(reason)
    expect(names).toEqual(['sketch-0'])
    expect(readdirSync(runDir).sort()).toEqual(['blocks', 'run.json'])
    await expect(nodeFind(source, { workers: 1, signal: stop.signal })).rejects.toBe(reason)
    const result = await nodeFind(source, { workers: 1, runDir, resume: true })
    expect(result.reused).toEqual({ found: 1, damaged: 0 })
    result.close()
  })
})

describe('a group larger than the limit', () => {
  it('of exact copies is listed as pairs with the first, and counted', async () => {
    const copies = sourceOf([linesOf(Array.from({ length: 2001 }, () => 'the same five words here'))])
    const result = await nodeFind(copies, { workers: 1 })
    expect([result.identical, result.equal]).toEqual([2000, 0])
    expect(result.pairs.count).toBe(2000)
    expect(result.pairsOmitted).toEqual({ count: (2000 * 1999) / 2 })
    expect(result.clusters).toHaveLength(1)
    expect(result.clusters.at(0).pairs).toBe((2001 * 2000) / 2)
  })

  it('is one document larger: the limit itself lists all', async () => {
    const copies = sourceOf([linesOf(Array.from({ length: 120 }, () => 'the same five words here'))])
    const within = await nodeFind(copies, { workers: 1, maxGroup: 120 })
    expect([within.pairs.count, within.pairsOmitted.count]).toEqual([(120 * 119) / 2, 0])
    const beyond = await nodeFind(copies, { workers: 1, maxGroup: 119 })
    expect([beyond.pairs.count, beyond.pairsOmitted.count]).toEqual([119, (119 * 118) / 2])
  })
})
