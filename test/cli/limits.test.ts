// Inputs that would never end, or take all memory: very many tiny records, one huge record, packed files without an end.

import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import { openZstd } from '../../dist/parquet/node-zstd.js'
import { byDepth } from '../depth.js'
import { asLines, prose, Workspace } from './likewise.js'

const MANY = byDepth({ short: 50_000, long: 200_000 })

/** Cases of one kind with other commands and formats: each takes a process of its own, so a short run has some of them. */
function someOf<Case>(list: readonly Case[]): readonly Case[] {
  return byDepth({ short: list.filter((_, i) => i % 3 === 0), long: list })
}

describe('very many tiny records', () => {
  it('take constant time each, empty or equal', async () => {
    const workspace = new Workspace()
    const records = ['{"text":""}\n', '{"text":"one equal tiny text of seven words"}\n']
    workspace.write('tiny.jsonl', records.map((record) => record.repeat(MANY)).join(''))
    const { code, stdout } = await workspace.run(['dedup', 'tiny.jsonl', '--out', 'kept.jsonl', '--json'])
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
  const workspace = new Workspace()
  const huge = `${prose(1)} `.repeat(40_000)
  const small = { text: prose(2) }

  beforeAll(() => {
    const lines = asLines([small, small, { text: huge }, small])
    workspace.write('lines.jsonl', lines)
    workspace.write('packed.jsonl.gz', gzipSync(lines, { level: 1 }))
    workspace.write('plain.lines', [prose(2), huge, prose(2), prose(2), ''].join('\n'))
    workspace.write('list.json', JSON.stringify([small, { text: huge }], null, 1))
    const records = [small, small, { text: huge, of: [{ x: ']}' }] }, small]
    workspace.write('long.json', `${JSON.stringify(records, null, 1)}\n`)
    workspace.write('long.json.gz', gzipSync(JSON.stringify(records), { level: 1 }))
    workspace.write('objects.json', records.map((record) => `${JSON.stringify(record, null, 1)}\n`).join(''))
    workspace.write('first.json', JSON.stringify([{ text: huge }, small, small, small], null, 1))
    workspace.write('last.sets', `1 2 3\n1 2 3\n\n1 2 3\n${huge}`)
    workspace.write('rows.csv', `text\n${prose(2)}\n"${huge}"\n${prose(2)}\n"${prose(2)}"\n`)
    workspace.write('page.html', `<p>${huge}</p>`)
    workspace.write('one.txt', huge)
    workspace.write('sets.sets', `1 2 3\n${huge}\n`)
  })

  it.each(
    someOf([
      ['find', 'lines.jsonl', 3],
      ['find', 'list.json', 5],
      ['find', 'objects.json', 7],
      ['join', 'last.sets', 5],
      ['find', 'rows.csv', 3],
      ['find', 'page.html', 1],
      ['find', 'one.txt', 1],
      ['join', 'sets.sets', 2],
    ] as const),
  )('is rejected by %s in %s with its line, within the memory budget', async (command, file, line) => {
    const { code, stderr } = await workspace.run([
      command,
      file,
      '-q',
      '--memory',
      '256MB',
      '--threshold',
      '0.5',
    ])
    expect(stderr).toMatch(
      new RegExp(
        `^likewise: ${file}, line ${line}: the record has more than \\d\\.\\d MB; .*use more --memory`,
      ),
    )
    expect(code).toBe(1)
    expect(workspace.leftovers()).toEqual([])
  })

  it.each(
    someOf([
      ['find', 'lines.jsonl', 3],
      ['find', 'packed.jsonl.gz', 3],
      ['find', 'plain.lines', 2],
      ['find', 'rows.csv', 3],
      ['find', 'long.json', 8],
      ['find', 'long.json.gz', 1],
      ['find', 'objects.json', 7],
      ['find', 'first.json', 2],
      ['join', 'lines.jsonl', 3],
      ['join', 'long.json', 8],
      ['join', 'objects.json', 7],
      ['join', 'packed.jsonl.gz', 3],
      ['join', 'rows.csv', 3],
    ] as const),
  )('is skipped by %s in %s with --on-error skip', async (command, file, line) => {
    const format = file.endsWith('.lines') ? ['--format', 'lines'] : []
    const { code, stdout, stderr } = await workspace.run([
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

  it('is skipped in lists and lines of sets, and the others keep the numbers of their lines', async () => {
    const list = huge.split(' ')
    const items = [['x', 'y'], list, ['x', 'y']].map((items) => ({ items }))
    workspace.write('items.json', JSON.stringify(items, null, 1))
    workspace.write('between.sets', `1 2 3\n${huge}\n\n1 2 3\n`)
    const skip = ['--on-error', 'skip', '--memory', '128MB', '--threshold', '0.5', '--pairs', '-']
    const ofList = await workspace.run(['join', 'items.json', ...skip])
    expect([ofList.code, ofList.stdout]).toEqual([0, '{"a":0,"b":1,"similarity":1}\n'])
    expect(ofList.stderr).toMatch(/items\.json, line 8: the record has more than \d\.\d MB/)
    const ofLines = await workspace.run(['join', 'between.sets', ...skip])
    expect([ofLines.code, ofLines.stdout]).toEqual([0, '{"a":0,"b":3,"similarity":1}\n'])
    expect(ofLines.stderr).toMatch(/between\.sets, line 2: the record has more than \d\.\d MB/)
    const { stdout } = await workspace.run(['join', 'last.sets', ...skip.slice(0, -2), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ sets: 4, empty: 1, skipped: 1, pairs: 3 })
    await workspace.run(['join', 'between.sets', ...skip.slice(0, -1), 'pairs.parquet'])
    const bytes = readFileSync(join(workspace.folder, 'pairs.parquet'))
    const [pair] = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })
    expect([Number(pair!.a), Number(pair!.b), typeof pair!.b]).toEqual([0, 3, 'bigint'])
  })

  it('that is the only record is an error even with --on-error skip', async () => {
    workspace.write('only.json', JSON.stringify([{ text: huge }]))
    workspace.write('only.sets', huge)
    for (const [command, file] of [
      ['find', 'only.json'],
      ['join', 'only.sets'],
    ] as const) {
      const skip = ['--on-error', 'skip', '--memory', '256MB', '-t', '0.5']
      const { code, stderr } = await workspace.run([command, file, ...skip])
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`${file}, line 1: the record has more than`),
      ])
    }
  })

  it('keeps its position when it is skipped: what dedup writes is restored byte for byte', async () => {
    for (const file of someOf(['lines.jsonl', 'rows.csv', 'first.json', 'long.json', 'objects.json'])) {
      const skip = ['--on-error', 'skip', '--memory', '256MB']
      expect((await workspace.run(['dedup', file, '--manifest', 'm.json', '--force', ...skip])).code).toBe(0)
      expect((await workspace.run(['restore', 'm.json', '--output', `restored-${file}`])).code).toBe(0)
      expect(workspace.read(`restored-${file}`) === workspace.read(file)).toBe(true)
    }
  })

  it('is read with more memory', async () => {
    const { code } = await workspace.run(['find', 'lines.jsonl', '-q', '--memory', '4GB'])
    expect(code).toBe(0)
  })
})

describe('a record larger than the memory', () => {
  const MEMORY = 250e6
  // Made of many members: the system counts the memory of this process at the start of another to that of the other.
  const member = gzipSync('word '.repeat(2e5))
  const members = new Array<Uint8Array>(300).fill(member)
  const packed = (before: string, after: string) =>
    Buffer.concat([gzipSync(before), ...members, gzipSync(after)])

  it.each([
    ['find', 'list.json.gz', '[{"text":"a"},{"text":"', '"},{"text":"a"}]'],
    ['find', 'objects.json.gz', '{\n"text":"a"}\n{\n"text":"', '"}\n{"text":"a"}'],
    ['join', 'lines.sets.gz', '1 2\n', '\n1 2\n'],
  ])('is skipped by %s in %s without being held in memory', async (command, file, before, after) => {
    const workspace = new Workspace()
    workspace.write(file, packed(before, after))
    const skip = ['--on-error', 'skip', '--memory', `${MEMORY / 1e6}MB`]
    const { code, stdout } = await workspace.run([command, file, ...skip, '--json'])
    expect(code).toBe(0)
    const report = JSON.parse(stdout) as Record<string, number>
    expect(report).toMatchObject({ skipped: 1, ...(command === 'find' ? { documents: 2 } : { sets: 2 }) })
    expect(report.peakMemoryBytes).toBeLessThan(MEMORY)
  })
})

describe('a compressed file that is far too large when decompressed', () => {
  const workspace = new Workspace()

  beforeAll(async () => {
    const { compress } = await openZstd()
    const zeros = Buffer.alloc(200e6, '0')
    workspace.write('zeros.gz', gzipSync(zeros, { level: 1 }))
    workspace.write('zeros.zst', compress(zeros.subarray(0, 100e6)))
  })

  it.each([
    ...someOf(['csv', 'tsv', 'jsonl', 'json', 'html', 'txt']).map((ending) => ['find', ending, 'gz']),
    ...someOf(['sets', 'csv', 'jsonl']).map((ending) => ['join', ending, 'gz']),
    ...someOf(['csv', 'jsonl', 'json']).map((ending) => ['match', ending, 'gz']),
    ...someOf(['csv', 'jsonl']).map((ending) => ['recommend', ending, 'gz']),
    ...someOf(['csv', 'jsonl', 'json']).map((ending) => ['fingerprints', ending, 'gz']),
    ...someOf(['csv', 'html', 'txt']).map((ending) => ['plagiarism', ending, 'gz']),
    ['find', 'csv', 'zst'],
    ...byDepth({ short: [], long: [['join', 'sets', 'zst']] }),
  ])('stops %s of .%s.%s', async (command, ending, packing) => {
    const name = `${command}.${ending}.${packing}`
    symlinkSync(join(workspace.folder, `zeros.${packing}`), join(workspace.folder, name))
    const threshold = command === 'find' || command === 'join' ? ['--threshold', '0.5'] : []
    const { code, stderr } = await workspace.run([command!, name, '-q', '--memory', '128MB', ...threshold])
    expect(stderr).toMatch(`likewise: ${name}, line 1: the record has more than 2.0 MB; `)
    expect(code).toBe(1)
    expect(workspace.leftovers()).toEqual([])
  })

  it('stops fingerprints of .xyt.gz and compare of .txt.gz', async () => {
    for (const ending of ['xyt', 'txt']) {
      symlinkSync(join(workspace.folder, 'zeros.gz'), join(workspace.folder, `whole.${ending}.gz`))
    }
    const memory = ['-q', '--memory', '128MB']
    const prints = await workspace.run(['fingerprints', 'whole.xyt.gz', ...memory])
    expect([prints.code, prints.stderr]).toEqual([
      1,
      'likewise: whole.xyt.gz: it is larger than 2.0 MB, the limit for input that is read into memory at once; split it, or use more --memory\n',
    ])
    const texts = await workspace.run(['compare', 'whole.txt.gz', 'zeros', ...memory])
    expect([texts.code, texts.stderr]).toEqual([
      1,
      expect.stringContaining('whole.txt.gz, line 1: the record has more than 2.0 MB; '),
    ])
  })
})

describe('a file other than the input', () => {
  const workspace = new Workspace()

  beforeAll(() => {
    workspace.write('in.jsonl', asLines([{ text: prose(1) }, { text: prose(1) }]))
    workspace.write('words.txt', `${prose(1, 10)}\n`.repeat(50_000))
  })

  it.each([
    ['--ignore-phrases', 'find', 'in.jsonl'],
    ['--ignore-phrases', 'join', 'in.jsonl', '--text', 'text'],
    ['--stop-words', 'find', 'in.jsonl', '--shingle', 'stopwords:3'],
    ['--nicknames', 'match', 'in.jsonl'],
    ['--model', 'match', 'in.jsonl'],
  ])('may use only a share of the memory: %s of %s', async (option, ...args) => {
    const memory = ['--memory', '128MB', '-q']
    const { code, stderr } = await workspace.run([...args, option, 'words.txt', ...memory])
    expect([code, stderr]).toEqual([
      1,
      'likewise: words.txt: it has more than 583 kB, the limit for a file that is held in memory; use a smaller file, or more --memory\n',
    ])
  })
})
