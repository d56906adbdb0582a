import { describe, expect, it } from 'vitest'
import { asLines, Workspace } from './likewise.js'

const A = 'The plane was ready for touch down.'
const B = 'the plane was ready to go'

describe.concurrent('likewise compare', () => {
  it('marks what two texts share with brackets in a pipe', async () => {
    const { code, stdout } = await new Workspace().run(['compare', A, B, '--shingle', 'words:2'])
    expect(code).toBe(0)
    expect(stdout).toContain('A\n[The plane was ready] for touch down.\n')
    expect(stdout).toContain('B\n[the plane was ready] to go\n')
    expect(stdout).toMatch(/similarity +0\.3750/)
    expect(stdout).toMatch(/shared +3 shingles; 3 only in the first, 2 only in the second/)
  })

  it('reads files, and HTML pages as the text that a reader sees', async () => {
    const workspace = new Workspace()
    workspace.write('a.txt', `${A}\n`)
    workspace.write('b.html', `<p>the <b>plane</b> was ready<script>no</script> to go</p>`)
    const { stdout } = await workspace.run(['compare', 'a.txt', 'b.html', '--shingle', 'words:2'])
    expect(stdout).toContain('a.txt\n[The plane was ready] for touch down.\n\n')
    expect(stdout).toContain('b.html\n[the plane was ready] to go\n')
  })

  it('accepts the ids of two documents', async () => {
    const workspace = new Workspace()
    workspace.write(
      'in.jsonl',
      asLines([
        { id: 7, text: A },
        { id: 'x', text: 'none' },
        { id: 'b', text: B },
      ]),
    )
    const byId = await workspace.run(['compare', '7', 'b', '--in', 'in.jsonl', '--id', 'id', '-s', 'words:2'])
    expect(byId.stdout).toContain('7\n[The plane was ready] for touch down.')
    const byNumber = await workspace.run([
      'compare',
      '0',
      '2',
      '--in',
      'in.jsonl',
      '--no-id',
      '-s',
      'words:2',
    ])
    expect(byNumber.stdout).toContain('2\n[the plane was ready] to go')
    const missing = await workspace.run(['compare', '7', 'c', '--in', 'in.jsonl', '--id', 'id'])
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no document has the id "c"')])
  })

  it('compares a file of records as one text', async () => {
    const workspace = new Workspace()
    workspace.write('a.jsonl', asLines([{ text: A }, { text: 'one' }]))
    workspace.write('b.csv', 'text,year\none,1999\n')
    const { stdout } = await workspace.run(['compare', 'a.jsonl', 'b.csv', '-s', 'words:1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ shared: ['text', 'one'], onlyB: ['year', '1999'] })
    const self = await workspace.run(['compare', 'a.jsonl', 'a.jsonl', '-s', 'words:1', '--json'])
    expect(JSON.parse(self.stdout)).toMatchObject({ similarity: 1, onlyA: [], onlyB: [] })
  })

  it('says how to compare documents of a Parquet file', async () => {
    const workspace = new Workspace()
    workspace.write('a.parquet', 'PAR1')
    const { code, stderr } = await workspace.run(['compare', 'a.parquet', 'a text'])
    const hint = 'pass the ids of two of its documents with --in a.parquet'
    expect([code, stderr]).toEqual([1, `likewise: a.parquet: it is Parquet, not text; ${hint}\n`])
  })

  it('--json gives the comparison and the marks', async () => {
    const { stdout } = await new Workspace().run(['compare', A, B, '--shingle', 'words:2', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      similarity: 0.375,
      shared: ['the plane', 'plane was', 'was ready'],
      onlyB: ['ready to', 'to go'],
      aInB: 0.5,
      bInA: 0.6,
      marksA: [[0, 19]],
      marksB: [[0, 19]],
    })
  })

  it('does not mistake a mistyped path for a text', async () => {
    const { code, stderr } = await new Workspace().run(['compare', 'gone.txt', 'a text'])
    expect([code, stderr]).toEqual([1, 'likewise: gone.txt: no such file; check the path\n'])
  })
})
