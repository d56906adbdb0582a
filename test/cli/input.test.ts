import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, prose, Workspace } from './likewise.js'

const ROWS = FIVE.map(({ id, text }) => `${id};"Käse, Öl ""${text}"""\n`).join('')

describe('inputs as people have them', () => {
  it('are found in a folder next to results of earlier runs, empty shards and other files', async () => {
    const workspace = new Workspace()
    workspace.write('news.jsonl', asLines(FIVE))
    const written = ['--removed', 'r.parquet', '--pairs', 'p.parquet', '--clusters', 'c.parquet']
    expect((await workspace.run(['dedup', 'news.jsonl', '-q', ...written])).code).toBe(0)
    workspace.write('legacy.csv', Buffer.from(`id;text\n${ROWS.replaceAll(/^./gm, '$&2')}`, 'latin1'))
    workspace.write('part-1.jsonl', '')
    workspace.write('_SUCCESS', '')
    mkdirSync(join(workspace.folder, 'old'))
    workspace.write('old/news.jsonl', asLines(FIVE))
    const { code, stdout, stderr } = await workspace.run(['find', '.', '--exclude', 'old', '--json'])
    expect(code, stderr).toBe(0)
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(report).toMatchObject({
      documents: 10,
      fields: { text: ['text'] },
      input: {
        layouts: [{ file: 'legacy.csv', encoding: 'windows-1252', delimiter: ';', header: true }],
        emptyFiles: ['part-1.jsonl'],
        skippedFiles: { '': 1 },
        ownFiles: {
          'news.manifest.json': 'a manifest of removed documents',
          'r.parquet': 'a list of documents removed by dedup',
          'p.parquet': 'a list of pairs',
          'c.parquet': 'a list of clusters',
        },
      },
    })
    expect(stderr).toContain('legacy.csv: delimiter ;, encoding windows-1252')
    expect(stderr).toContain('part-1.jsonl')
    expect(stderr).toContain('1 without extension')
  })

  it('are distinguished from results by exactly the fields of results', async () => {
    const workspace = new Workspace()
    workspace.write('rated.jsonl', asLines(FIVE.map(({ text }) => ({ a: 1, b: 2, similarity: 0.5, text }))))
    workspace.write(
      'rated.csv',
      `a,b,similarity,text\n${FIVE.map(({ text }) => `1,2,0.5,${text}\n`).join('')}`,
    )
    workspace.write(
      'grouped.jsonl',
      asLines(FIVE.map(({ text }, i) => ({ cluster: i, members: [i], size: 1, pairs: 0, text }))),
    )
    const { code, stdout, stderr } = await workspace.run(['find', '.', '--json', '-q'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 15, input: { ownFiles: {} } })
  })

  it('can be next to the results of every command that lists pairs or clusters', async () => {
    const workspace = new Workspace()
    const copies = Array.from({ length: 9000 }, (_, i) => ({ id: `copy-${i}`, text: prose(1) }))
    workspace.write('in.jsonl', asLines(copies))
    workspace.write('people.csv', 'name,city\nAnn Lee,Rome\nAnn Lee,Rome\nBo Kay,Oslo\n')
    const runs = [
      ['find', 'in.jsonl', '--clusters', 'c.jsonl', '--pairs', 'p.csv', '-q'],
      [
        'dedup',
        'in.jsonl',
        '--removed',
        'r.csv',
        '--kept',
        'k.jsonl',
        '--manifest',
        'in.manifest.json',
        '-q',
      ],
      ['match', 'people.csv', '--pairs', 'm.csv', '--clusters', 'mc.jsonl', '--explain', '-q'],
    ]
    for (const args of runs) expect(await workspace.run(args), args.join(' ')).toMatchObject({ code: 0 })
    const { stdout } = await workspace.run(['find', '.', '--exclude', 'people.csv', '--json', '-q'])
    const { documents, input } = JSON.parse(stdout) as { documents: number; input: { ownFiles: object } }
    expect(documents).toBe(9000)
    expect(Object.keys(input.ownFiles).sort()).toEqual(
      workspace.names().filter((name) => !['in.jsonl', 'people.csv'].includes(name)),
    )
  })

  it('may begin with the line that tells spreadsheets the delimiter', async () => {
    const workspace = new Workspace()
    workspace.write(
      'sheet.csv',
      `sep=;\r\nid;text\r\n${FIVE.map(({ id, text }) => `${id};${text}\r\n`).join('')}`,
    )
    const { code, stdout, stderr } = await workspace.run(['find', 'sheet.csv', '--json', '-q'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 5,
      fields: { text: ['text'], id: 'id' },
      input: { layouts: [{ delimiter: ';', header: true }] },
    })
    workspace.write('bad.csv', 'sep=|\nid|text\n1|x\n2\n')
    const bad = await workspace.run(['find', 'bad.csv'])
    expect(bad.stderr).toContain('bad.csv, line 4: 1 field instead of 2')
    workspace.write('sets.csv', 'sep=;\nid;items\n1;a b\n2;a b\n')
    const sets = ['join', 'sets.csv', '--list', 'items', '--separator', ' ', '--count']
    expect(await workspace.run(sets)).toMatchObject({ code: 0, stdout: '1\n' })
    workspace.write('people.csv', 'sep=;\nname;city\nAnn Lee;Rome\nAnn Lee;Rome\nBo Kay;Oslo\n')
    const people = await workspace.run(['match', 'people.csv', '--json', '-q'])
    expect(JSON.parse(people.stdout)).toMatchObject({ records: 3 })
    workspace.write('ratings.csv', 'sep=;\nuser;item\na;x\nb;x\n')
    const ratings = await workspace.run(['recommend', 'ratings.csv', '--json', '-q'])
    expect(JSON.parse(ratings.stdout)).toMatchObject({ events: 2, fields: { user: 'user', item: 'item' } })
  })

  it('in another encoding than UTF-8 are refused with the option that names it', async () => {
    const workspace = new Workspace()
    workspace.write('latin.jsonl', Buffer.from(asLines([...FIVE, { text: 'Käse und Öl' }]), 'latin1'))
    const { code, stderr } = await workspace.run(['find', 'latin.jsonl'])
    expect(code).toBe(1)
    expect(stderr).toContain('latin.jsonl, line 6: not valid UTF-8')
    expect(stderr).toContain('--encoding latin1')
    expect((await workspace.run(['find', 'latin.jsonl', '--encoding', 'latin1', '-q'])).code).toBe(0)
  })

  it('from standard input may be nothing, lines or a table', async () => {
    const workspace = new Workspace()
    const nothing = await workspace.run(['find', '-', '--json', '-q'])
    expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([0, { documents: 0, pairs: 0 }])
    const lines = `${prose(1)}\n${prose(2)}\n${prose(1)}\n`
    const found = await workspace.run(['find', '-', '--format', 'lines', '--pairs', '-', '-q'], lines)
    expect(found.stdout).toBe('{"a":0,"b":2,"similarity":1}\n')
    const table = await workspace.run(['find', '-'], 'id,text\n1,x\n')
    expect([table.code, table.stderr]).toEqual([1, expect.stringContaining('--format csv')])
  })
})
