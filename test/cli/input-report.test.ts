// How the input was read is reported by every command that reads one, in the same words.

import { describe, expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from './likewise.js'

const DOCUMENTS = `id;text\n${FIVE.map(({ id, text }) => `${id};"Käse ${text}"\n`).join('')}`
const SETS = 'id;items\né1;a b\n2;a b\n'
const PEOPLE = 'name;city\nJosé Díaz;Rome\nJosé Díaz;Rome\nBo Kay;Oslo\n'
const RATINGS = 'user;item;rating\nJosé;x;5\nAnn;x;4\n'

describe.concurrent('the delimiter and the encoding', () => {
  it.each<[string, string, readonly string[]]>([
    ['find', DOCUMENTS, []],
    ['dedup', DOCUMENTS, ['--out', 'out']],
    ['explain', DOCUMENTS, []],
    ['tune', DOCUMENTS, []],
    ['tune', DOCUMENTS, ['--method', 'bands']],
    ['plagiarism', DOCUMENTS, []],
    ['join', DOCUMENTS, ['--text', 'text']],
    ['join', SETS, ['--list', 'items', '--separator', ' ']],
    ['match', PEOPLE, []],
    ['recommend', RATINGS, []],
  ])('are shown by %s', async (command, content, more) => {
    const workspace = new Workspace()
    workspace.write('in.csv', Buffer.from(content, 'latin1'))
    const { code, stdout, stderr } = await workspace.run([command, 'in.csv', ...more, '--json', '-q'])
    expect(code, stderr).toBe(0)
    const layout = { file: 'in.csv', delimiter: ';', encoding: 'windows-1252', header: true }
    const report = JSON.parse(stdout) as { fields: object; input: object }
    expect(report.input).toMatchObject({ layouts: [layout], emptyFiles: [], skippedFiles: {}, ownFiles: {} })
    expect(Object.keys(report.fields).length).toBeGreaterThan(0)
    const force = ['dedup', 'plagiarism'].includes(command) ? ['--force'] : []
    const shown = await workspace.run([command, 'in.csv', ...more, ...force])
    expect(shown.stdout).toMatch(/read as +in\.csv: delimiter ;, encoding windows-1252\n/)
  })

  it('are shown by probe, of both files', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', SETS.replace('é', ''))
    workspace.write('b.tsv', SETS.replace('é', '').replaceAll(';', '\t'))
    const args = ['--list', 'items', '--separator', ' ', '--json', '-q']
    const { stdout } = await workspace.run(['probe', 'a.csv', 'b.tsv', ...args])
    expect(JSON.parse(stdout)).toMatchObject({
      fields: { elements: 'items', id: 'id' },
      input: {
        layouts: [
          { file: 'b.tsv', delimiter: '\t' },
          { file: 'a.csv', delimiter: ';' },
        ],
      },
    })
  })
})

describe.concurrent('a first row of words', () => {
  const rows = ['Ann Abel,Oslo', 'Bo Kay,Rome', 'Cy Diaz,Oslo', 'Di Eng,Bonn']

  it('that may be data is read as a header, and doubted', async () => {
    const workspace = new Workspace()
    workspace.write('in.csv', `${rows.join('\n')}\n`)
    const { stdout } = await workspace.run(['match', 'in.csv'])
    expect(stdout).toMatch(/header +the first row of in\.csv \(Ann Abel \| Oslo\) may contain data/)
    const json = JSON.parse((await workspace.run(['match', 'in.csv', '--json'])).stdout) as { input: object }
    expect(json.input).toMatchObject({ layouts: [{ header: true, doubtfulHeader: 'Ann Abel | Oslo' }] })
  })

  it('of a short table is refused or doubted because of what it contains', async () => {
    const workspace = new Workspace()
    const run = (content: string) => {
      workspace.write('short.csv', content)
      return workspace.run(['match', 'short.csv'])
    }
    for (const [one, other] of [
      ['ann@x.org', 'bo@y.org'],
      ['1990-02-01', '1985-11-30'],
      ['555-0101', '(555) 0102'],
    ]) {
      const { code, stderr } = await run(`Ann Abel,${one}\nBo Kay,${other}\n`)
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`looks like data, not like column names (Ann Abel | ${one})`),
      ])
    }
    const { stdout } = await run('Ann Abel,12 Elm Street\nBo Kay,3 Mill Lane\nCy Diaz,4 Oak Road\n')
    expect(stdout).toContain('the first row of short.csv (Ann Abel | 12 Elm Street) may contain data')
    const twice = await run('Ann,Oslo,Oslo\nBo,Rome,Bonn\n')
    expect(twice.stderr).toContain(
      'two columns have the name "Oslo"; rename one of them in the first row, or use --header no if that row contains data',
    )
  })

  it.each(['yes', 'no'])('is not doubted with --header %s', async (header) => {
    const workspace = new Workspace()
    workspace.write('in.csv', `${rows.join('\n')}\n`)
    const { stdout } = await workspace.run(['match', 'in.csv', '--header', header])
    expect(stdout).not.toContain('may contain data')
  })
})

describe.concurrent('one shape of --json', () => {
  it('match of two tables has no clusters, and an id for each table', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', PEOPLE)
    workspace.write('b.csv', `id;${PEOPLE.replace(/\n(?=.)/g, '\n1;')}`)
    const two = JSON.parse(
      (await workspace.run(['match', 'a.csv', 'b.csv', '--json', '-q'])).stdout,
    ) as object
    expect(two).not.toHaveProperty('clusters')
    expect(two).not.toHaveProperty('largestCluster')
    expect(two).toMatchObject({ fields: { id: null }, sides: [{ fields: { id: null } }, { fields: {} }] })
    const one = JSON.parse((await workspace.run(['match', 'a.csv', '--json', '-q'])).stdout) as object
    expect(one).toHaveProperty('clusters')
  })

  it.each(['explain', 'tune'])('%s stops at a bad line, or counts it', async (command) => {
    const workspace = new Workspace()
    workspace.write(
      'bad.jsonl',
      `${asLines(FIVE)}{"id": "x", "text": \n${asLines(FIVE.map((one) => ({ ...one, id: `${one.id}2` })))}`,
    )
    const stopped = await workspace.run([command, 'bad.jsonl', '--json'])
    expect(stopped.code).toBe(1)
    expect(JSON.parse(stopped.stderr)).toMatchObject({
      error: { code: 'bad-record', file: 'bad.jsonl', line: 6 },
    })
    const skipped = await workspace.run([command, 'bad.jsonl', '--on-error', 'skip', '--json', '-q'])
    expect(skipped.code, skipped.stderr).toBe(0)
    expect(JSON.parse(skipped.stdout)).toMatchObject({ skipped: 1 })
    const shown = await workspace.run([command, 'bad.jsonl', '--on-error', 'skip'])
    expect(shown.stdout).toMatch(/skipped +1 bad record\n/)
  })
})
