// Which field names the records, where no option says so.

import { describe, expect, it } from 'vitest'
import { asLines, Workspace } from './likewise.js'

const TEXTS = [
  'the quick brown fox jumps over the lazy dog and then runs home again',
  'the quick brown fox jumps over the lazy dog and then runs home again',
  'something else entirely that has nothing to do with the other texts here',
]
const withIds = (...ids: unknown[]) => asLines(TEXTS.map((text, i) => ({ id: ids[i], text })))
/** More records than are inspected, and then one that breaks the rule. */
const late = (last: object) =>
  asLines([
    ...Array.from({ length: 120 }, (_, i) => ({
      id: i + 1000,
      text: `text ${i} with words of its own ${i}`,
    })),
    { ...last, text: 'text 7 with words of its own 7' },
  ])

describe('ids', () => {
  const workspace = new Workspace()
  const pairsOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await workspace.run([...args, '--pairs', '-'])
    expect(code, stderr).toBe(0)
    const { a, b } = JSON.parse(stdout) as { a: unknown; b: unknown }
    return { pair: [a, b], stderr }
  }

  it('may be at the end of a path', async () => {
    const records = TEXTS.map((text, i) => ({ meta: { id: `m${i}` }, text }))
    workspace.write('path.jsonl', asLines(records))
    workspace.write('path.json', JSON.stringify(records))
    for (const file of ['path.jsonl', 'path.json']) {
      for (const command of [['find'], ['join', '--text', 'text', '--threshold', '0.5']]) {
        const [name, ...more] = command
        expect((await pairsOf(name!, file, '--id', 'meta.id', ...more)).pair).toEqual(['m0', 'm1'])
      }
    }
    const run = ['--id', 'meta.id', '-q', '--run-dir', 'run', '--out', 'clean']
    expect((await workspace.run(['dedup', 'path.jsonl', ...run])).code).toBe(0)
    expect(workspace.rows('clean/path.removed.jsonl')).toMatchObject([{ id: 'm1', survivor: 'm0' }])
    const again = await workspace.run(['recluster', 'run', '--threshold', '0.9', '--removed', '-', '-q'])
    expect(JSON.parse(again.stdout)).toMatchObject({ id: 'm1', survivor: 'm0' })
    const compared = await workspace.run(['compare', 'm0', 'm2', '--in', 'path.jsonl', '--id', 'meta.id'])
    expect([compared.code, compared.stdout]).toEqual([0, expect.stringContaining('field meta.id')])
    workspace.write('lists.jsonl', asLines([1, 2].map((id) => ({ meta: { id }, items: ['x', 'y'] }))))
    expect((await pairsOf('join', 'lists.jsonl', '--id', 'meta.id')).pair).toEqual([1, 2])
  })

  it('with a mistyped name are rejected, and the right name is suggested', async () => {
    const records = TEXTS.map((text, i) => ({ meta: { key: `m${i}` }, doc_id: i, text }))
    workspace.write('wrong.jsonl', asLines(records))
    workspace.write('wrong.json', JSON.stringify(records))
    workspace.write('wrong.csv', `doc_id,text\n${TEXTS.map((text, i) => `${i},${text}\n`).join('')}`)
    for (const file of ['wrong.jsonl', 'wrong.json', 'wrong.csv']) {
      const { code, stderr } = await workspace.run(['find', file, '--id', 'docid'])
      expect(code).toBe(1)
      expect(stderr).toContain(`${file}: no id field "docid" (its fields: `)
      expect(stderr).toContain('did you mean "doc_id"?')
    }
    const deep = await workspace.run(['find', 'wrong.jsonl', '--id', 'meta.kye'])
    expect(deep.stderr).toContain('did you mean "meta.key"?')
    const text = await workspace.run(['find', 'wrong.jsonl', '--text', 'txt'])
    expect(text.stderr).toContain('did you mean "text"?')
  })

  it('are detected by name and distinct values, in every format, and shown', async () => {
    workspace.write('a.jsonl', withIds('x1', 'x2', 'x3'))
    workspace.write('a.csv', `Record_ID,text\n${TEXTS.map((text, i) => `r${i},${text}\n`).join('')}`)
    for (const [file, field, pair] of [
      ['a.jsonl', 'id', ['x1', 'x2']],
      ['a.csv', 'Record_ID', ['r0', 'r1']],
    ] as const) {
      const found = await pairsOf('find', file)
      expect(found.pair).toEqual(pair)
      expect(found.stderr).toMatch(new RegExp(`text +field text\n +ids +field ${field}\n`))
    }
    expect((await pairsOf('join', 'a.jsonl', '--text', 'text')).pair).toEqual(['x1', 'x2'])
    expect((await workspace.run(['explain', 'a.jsonl'])).stdout).toMatch(/^text +field text\nids +field id\n/)
    expect((await workspace.run(['compare', 'x1', 'x3', '--in', 'a.jsonl'])).code).toBe(0)
  })

  it('of very long records are detected', async () => {
    const long = asLines(
      ['a', 'b', 'c'].map((id) => ({ text: `${id} ${'word '.repeat(80_000)}`, id: `long-${id}` })),
    )
    workspace.write('very-long.jsonl', long)
    const { stdout } = await workspace.run(['find', 'very-long.jsonl', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ fields: { id: 'id' } })
  })

  it('are the numbers of the records with --no-id', async () => {
    expect((await pairsOf('find', 'a.jsonl', '--no-id')).pair).toEqual([0, 1])
    const { code, stderr } = await workspace.run(['find', 'a.jsonl', '--no-id', '--id', 'id'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--no-id conflicts with --id id')])
  })

  it('are the numbers of the records if a detected field has repeated or missing values', async () => {
    workspace.write('early.jsonl', withIds('x1', 'x2', 'x1'))
    workspace.write('repeated.jsonl', late({ id: 1003 }))
    workspace.write('missing.jsonl', late({}))
    for (const [file, reason, pair] of [
      ['early.jsonl', 'has repeated values', [0, 1]],
      ['repeated.jsonl', 'has repeated values', [7, 120]],
      ['missing.jsonl', 'is not in every record', [7, 120]],
    ] as const) {
      for (const command of [
        ['find', file, '--workers', '1'],
        ['find', file, '--workers', '2'],
        ['join', file, '--text', 'text'],
      ]) {
        const found = await pairsOf(...command)
        expect(found.pair).toEqual(pair)
        expect(found.stderr).toContain(`record numbers, from 0; field "id" ${reason}`)
      }
    }
    const { code, stderr } = await workspace.run(['find', 'repeated.jsonl', '--id', 'id'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('1003')])
  })

  it('are stored in the run directory as they were used', async () => {
    for (const file of ['a.jsonl', 'repeated.jsonl']) {
      const run = ['find', file, '--run-dir', `run-${file}`]
      const found = await pairsOf(...run)
      expect((await pairsOf(...run, '--resume')).pair).toEqual(found.pair)
      expect((await pairsOf('recluster', `run-${file}`, '--threshold', '0.9')).pair).toEqual(found.pair)
    }
  })

  it('of all files of a run are in one field, or in none', async () => {
    workspace.write('other.jsonl', asLines(TEXTS.map((text, i) => ({ uuid: `u${i}`, text }))))
    const { stdout } = await workspace.run(['find', 'a.jsonl', 'other.jsonl', '--json'])
    expect(JSON.parse(stdout).fields).toEqual({
      text: ['text'],
      id: null,
      rejectedId: { field: 'id', reason: 'missing' },
    })
  })

  it('of records that contain sets are also detected', async () => {
    workspace.write(
      'sets.jsonl',
      asLines([
        { id: 'p', tags: ['a', 'b'] },
        { id: 'q', tags: ['a', 'b'] },
      ]),
    )
    expect((await pairsOf('join', 'sets.jsonl')).pair).toEqual(['p', 'q'])
    expect((await pairsOf('join', 'sets.jsonl', '--no-id')).pair).toEqual([0, 1])
    workspace.write(
      'twice.jsonl',
      asLines([
        { id: 'p', tags: ['a', 'b'] },
        { id: 'p', tags: ['a', 'b'] },
      ]),
    )
    expect((await pairsOf('join', 'twice.jsonl')).pair).toEqual([0, 1])
  })
})

describe('a run without any record', () => {
  const workspace = new Workspace()

  it('is an error if all records were skipped', async () => {
    workspace.write('bad.jsonl', asLines([{ tags: 1 }, { tags: 2 }]))
    workspace.write('bad.csv', 'user,item\na,b,c\nd,e,f\n')
    for (const args of [
      ['join', 'bad.jsonl', '--list', 'tags'],
      ['match', 'bad.csv'],
      ['recommend', 'bad.csv'],
      ['plagiarism', 'bad.csv', '--text', 'item', '--out', 'out'],
    ]) {
      const { code, stderr } = await workspace.run([...args, '--on-error', 'skip'])
      expect([code, stderr], args.join(' ')).toEqual([
        1,
        expect.stringContaining('all 2 records were skipped'),
      ])
    }
  })

  it('is not an error if stdin is empty', async () => {
    for (const args of [
      ['match', '-'],
      ['recommend', '-'],
    ]) {
      const { code, stdout, stderr } = await workspace.run([...args, '--json'])
      expect([code, JSON.parse(stdout).skipped], stderr).toEqual([0, 0])
    }
  })
})
