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

  it('from standard input may be nothing, lines or a table', async () => {
    const place = new Place()
    const nothing = await place.run(['find', '-', '--json', '-q'])
    expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([0, { documents: 0, pairs: 0 }])
    const lines = `${prose(1)}\n${prose(2)}\n${prose(1)}\n`
    const found = await place.run(['find', '-', '--format', 'lines', '--pairs', '-', '-q'], lines)
    expect(found.stdout).toBe('{"a":0,"b":2,"similarity":1}\n')
    const table = await place.run(['find', '-'], 'id,text\n1,x\n')
    expect([table.code, table.stderr]).toEqual([1, expect.stringContaining('add --format csv')])
  })
})
