// Inputs that would never end, or take all memory: very many tiny records, one huge record, packed files without an end.

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import { asLines, Place, prose } from './likewise.js'

const MANY = 200_000

describe('very many tiny records', () => {
  it('take constant time each, empty or equal', async () => {
    const place = new Place()
    const records = ['{"text":""}\n', '{"text":"one equal tiny text of seven words"}\n']
    place.write('tiny.jsonl', records.map((record) => record.repeat(MANY)).join(''))
    const { code, stdout } = await place.run(['dedup', 'tiny.jsonl', '--out', 'kept.jsonl', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 2 * MANY,
      empty: MANY,
      identical: MANY - 1,
      clusters: 1,
      kept: MANY + 1,
      removed: MANY - 1,
    })
  })
})

describe('one huge record', () => {
  const place = new Place()
  const huge = `${prose(1)} `.repeat(40_000)
  const small = { text: prose(2) }

  beforeAll(() => {
    const lines = asLines([small, small, { text: huge }, small])
    place.write('lines.jsonl', lines)
    place.write('packed.jsonl.gz', gzipSync(lines, { level: 1 }))
    place.write('plain.lines', [prose(2), huge, prose(2), prose(2), ''].join('\n'))
    place.write('list.json', JSON.stringify([small, { text: huge }], null, 1))
    place.write('rows.csv', `text\n${prose(2)}\n"${huge}"\n${prose(2)}\n"${prose(2)}"\n`)
    place.write('page.html', `<p>${huge}</p>`)
    place.write('one.txt', huge)
    place.write('sets.sets', `1 2 3\n${huge}\n`)
  })

  it.each([
    ['find', 'lines.jsonl', 3],
    ['find', 'list.json', 5],
    ['find', 'rows.csv', 3],
    ['find', 'page.html', 1],
    ['find', 'one.txt', 1],
    ['join', 'sets.sets', 2],
  ])('is refused by %s in %s with its line, and memory stays what was given', async (command, file, line) => {
    const { code, stderr } = await place.run([command, file, '-q', '--memory', '256MB', '--threshold', '0.5'])
    expect(stderr).toMatch(
      new RegExp(
        `^likewise: ${file}, line ${line}: the record has more than \\d\\.\\d MB; .*use more --memory`,
      ),
    )
    expect(code).toBe(1)
    expect(place.litter()).toEqual([])
  })

  it.each([
    ['find', 'lines.jsonl', 3],
    ['find', 'packed.jsonl.gz', 3],
    ['find', 'plain.lines', 2],
    ['find', 'rows.csv', 3],
    ['join', 'lines.jsonl', 3],
    ['join', 'packed.jsonl.gz', 3],
    ['join', 'rows.csv', 3],
  ])('is skipped by %s in %s with --on-error skip', async (command, file, line) => {
    const format = file.endsWith('.lines') ? ['--format', 'lines'] : []
    const { code, stdout, stderr } = await place.run([
      ...[command, file, ...format, ...(command === 'join' ? ['--text', 'text'] : [])],
      ...['--on-error', 'skip', '--memory', '256MB', '--threshold', '0.5', '--json'],
    ])
    expect(stderr).toMatch(new RegExp(`${file}, line ${line}: the record has more than \\d\\.\\d MB`))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      skipped: 1,
      ...(command === 'find' ? { documents: 3 } : { sets: 3 }),
    })
  })

  it('keeps its place when it was skipped: what dedup writes is restored byte for byte', async () => {
    for (const file of ['lines.jsonl', 'rows.csv']) {
      const skip = ['--on-error', 'skip', '--memory', '256MB']
      expect((await place.run(['dedup', file, '--manifest', 'm.json', '--force', ...skip])).code).toBe(0)
      expect((await place.run(['restore', 'm.json', '--output', `restored-${file}`])).code).toBe(0)
      expect(place.read(`restored-${file}`) === place.read(file)).toBe(true)
    }
  })

  it('is read with more memory', async () => {
    const { code } = await place.run(['find', 'lines.jsonl', '-q', '--memory', '4GB'])
    expect(code).toBe(0)
  })
})

describe('a packed file that unpacks to far more than fits', () => {
  const place = new Place()

  beforeAll(async () => {
    await init()
    const zeros = Buffer.alloc(200e6, '0')
    place.write('zeros.gz', gzipSync(zeros, { level: 1 }))
    place.write('zeros.zst', compress(zeros.subarray(0, 100e6)))
  })

  it.each([
    ...['csv', 'tsv', 'jsonl', 'json', 'html', 'txt'].map((ending) => ['find', ending, 'gz']),
    ...['sets', 'csv', 'jsonl'].map((ending) => ['join', ending, 'gz']),
    ['find', 'csv', 'zst'],
    ['join', 'sets', 'zst'],
  ])('stops %s of .%s.%s', async (command, ending, packing) => {
    const name = `${command}.${ending}.${packing}`
    symlinkSync(join(place.folder, `zeros.${packing}`), join(place.folder, name))
    const { code, stderr } = await place.run([
      command!,
      name,
      '-q',
      '--memory',
      '128MB',
      '--threshold',
      '0.5',
    ])
    expect(stderr).toMatch(`likewise: ${name}, line 1: the record has more than 2.0 MB; `)
    expect(code).toBe(1)
    expect(place.litter()).toEqual([])
  })
})
