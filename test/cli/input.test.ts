import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Place, prose } from './likewise.js'

const ROWS = FIVE.map(({ id, text }) => `${id};"Käse, Öl ""${text}"""\n`).join('')

describe('inputs as people have them', () => {
  it('are found in a folder beside results of earlier runs, empty shards and other files', async () => {
    const place = new Place()
    place.write('news.jsonl', asLines(FIVE))
    const written = ['--removed', 'r.parquet', '--pairs', 'p.parquet', '--clusters', 'c.parquet']
    expect((await place.run(['dedup', 'news.jsonl', '-q', ...written])).code).toBe(0)
    place.write('legacy.csv', Buffer.from(`id;text\n${ROWS.replaceAll(/^./gm, '$&2')}`, 'latin1'))
    place.write('part-1.jsonl', '')
    place.write('_SUCCESS', '')
    mkdirSync(join(place.folder, 'old'))
    place.write('old/news.jsonl', asLines(FIVE))
    const { code, stdout, stderr } = await place.run(['find', '.', '--exclude', 'old', '--json'])
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
          'news.manifest.json': 'a manifest of dedup',
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

  it('are told from results by exactly the fields of results', async () => {
    const place = new Place()
    place.write('rated.jsonl', asLines(FIVE.map(({ text }) => ({ a: 1, b: 2, similarity: 0.5, text }))))
    place.write('rated.csv', `a,b,similarity,text\n${FIVE.map(({ text }) => `1,2,0.5,${text}\n`).join('')}`)
    place.write(
      'grouped.jsonl',
      asLines(FIVE.map(({ text }, i) => ({ cluster: i, members: [i], size: 1, pairs: 0, text }))),
    )
    const { code, stdout, stderr } = await place.run(['find', '.', '--json', '-q'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 15, input: { ownFiles: {} } })
  })

  it('lie beside the results of every command that lists pairs or clusters', async () => {
    const place = new Place()
    const copies = Array.from({ length: 9000 }, (_, i) => ({ id: `copy-${i}`, text: prose(1) }))
    place.write('in.jsonl', asLines(copies))
    place.write('people.csv', 'name,city\nAnn Lee,Rome\nAnn Lee,Rome\nBo Kay,Oslo\n')
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
    for (const args of runs) expect(await place.run(args), args.join(' ')).toMatchObject({ code: 0 })
    const { stdout } = await place.run(['find', '.', '--exclude', 'people.csv', '--json', '-q'])
    const { documents, input } = JSON.parse(stdout) as { documents: number; input: { ownFiles: object } }
    expect(documents).toBe(9000)
    expect(Object.keys(input.ownFiles).sort()).toEqual(
      place.names().filter((name) => !['in.jsonl', 'people.csv'].includes(name)),
    )
  })

  it('may begin with the line by which spreadsheets learn the delimiter', async () => {
    const place = new Place()
    place.write(
      'sheet.csv',
      `sep=;\r\nid;text\r\n${FIVE.map(({ id, text }) => `${id};${text}\r\n`).join('')}`,
    )
    const { code, stdout, stderr } = await place.run(['find', 'sheet.csv', '--json', '-q'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 5,
      fields: { text: ['text'], id: 'id' },
      input: { layouts: [{ delimiter: ';', header: true }] },
    })
    place.write('bad.csv', 'sep=|\nid|text\n1|x\n2\n')
    const bad = await place.run(['find', 'bad.csv'])
    expect(bad.stderr).toContain('bad.csv, line 4: 1 field instead of 2')
    place.write('sets.csv', 'sep=;\nid;items\n1;a b\n2;a b\n')
    const sets = ['join', 'sets.csv', '--list', 'items', '--separator', ' ', '--count']
    expect(await place.run(sets)).toMatchObject({ code: 0, stdout: '1\n' })
    place.write('people.csv', 'sep=;\nname;city\nAnn Lee;Rome\nAnn Lee;Rome\nBo Kay;Oslo\n')
    const people = await place.run(['match', 'people.csv', '--json', '-q'])
    expect(JSON.parse(people.stdout)).toMatchObject({ records: 3 })
    place.write('ratings.csv', 'sep=;\nuser;item\na;x\nb;x\n')
    const ratings = await place.run(['recommend', 'ratings.csv', '--json', '-q'])
    expect(JSON.parse(ratings.stdout)).toMatchObject({ events: 2, fields: { user: 'user', item: 'item' } })
  })

  it('in another encoding than UTF-8 are refused with the option that names it', async () => {
    const place = new Place()
    place.write('latin.jsonl', Buffer.from(asLines([...FIVE, { text: 'Käse und Öl' }]), 'latin1'))
    const { code, stderr } = await place.run(['find', 'latin.jsonl'])
    expect(code).toBe(1)
    expect(stderr).toContain('latin.jsonl, line 6: not valid UTF-8')
    expect(stderr).toContain('--encoding latin1')
    expect((await place.run(['find', 'latin.jsonl', '--encoding', 'latin1', '-q'])).code).toBe(0)
  })

  it('from standard input may be nothing, lines or a table', async () => {
    const place = new Place()
    const nothing = await place.run(['find', '-', '--json', '-q'])
    expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([0, { documents: 0, pairs: 0 }])
    const lines = `${prose(1)}\n${prose(2)}\n${prose(1)}\n`
    const found = await place.run(['find', '-', '--format', 'lines', '--pairs', '-', '-q'], lines)
    expect(found.stdout).toBe('{"a":0,"b":2,"similarity":1}\n')
    const table = await place.run(['find', '-'], 'id,text\n1,x\n')
    expect([table.code, table.stderr]).toEqual([1, expect.stringContaining('--format csv')])
  })
})
