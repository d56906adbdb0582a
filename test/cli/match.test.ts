import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openTable } from '../../src/write/node-open-table.js'
import { asLines, jsonLines, prose, Workspace } from './likewise.js'
import { reportIn } from './report-in.js'

const CUSTOMERS = fileURLToPath(new URL('../../examples/data/customers.csv', import.meta.url))
const SUBSCRIBERS = fileURLToPath(new URL('../../examples/data/subscribers.csv', import.meta.url))

const A =
  'id,name,address,phone\nc1,William Ray,12 Elm Street,555-0101\nc2,Ann Lee,3 Mill Lane,555-0102\nc3,Jo Fox,4 Oak Road,555-0103\n'
const B =
  'no|person|street|tel\ns1|Bill Ray|12 Elm St.|(555) 0101\ns2|Lee, Ann|3 Mill Ln|\ns3|Al Gore|9 Ash Road|555-0109\n'

describe.concurrent('match', () => {
  it('compares the number of pairs with the smaller table, and asks for labels only if there are none', async () => {
    const workspace = new Workspace()
    const names = Array.from(
      { length: 600 },
      (_, i) => `${prose(i, 2)},${i % 97} ${prose(1000 + i, 1)} Street`,
    )
    workspace.write('many.csv', `id,name,street\n${names.map((row, i) => `m${i},${row}\n`).join('')}`)
    workspace.write('one.csv', `id,name,street\nx,${names[77]}\n`)
    workspace.write('labels.csv', 'a,b,match\nx,m77,yes\nx,m3,no\n')
    const warnings = async (...options: string[]) => {
      const { stdout } = await workspace.run([
        'match',
        'one.csv',
        'many.csv',
        '--json',
        '--quiet',
        ...options,
      ])
      return JSON.parse(stdout).warnings.join('\n')
    }
    expect(await warnings()).not.toContain('almost nothing')
    expect(await warnings()).toContain('--suggest-labels')
    expect(await warnings('--labels', 'labels.csv')).not.toContain('--suggest-labels')
  })

  it('counts and lists labels that are skipped', async () => {
    const workspace = new Workspace()
    workspace.write('labels.csv', 'a,b,match\nC0,S0,yes\nC1,S1,perhaps\nC2,S999999,no\n')
    const options = ['match', CUSTOMERS, SUBSCRIBERS, '--labels', 'labels.csv', '--on-error', 'skip']
    const { stdout } = await workspace.run([...options, '--json'])
    expect(JSON.parse(stdout).skipped).toBe(2)
    expect((await workspace.run(options)).stdout).toContain('labels.csv, line 3: match is "perhaps"')
  })

  it('warns if the model has collapsed, because most matches are outside the compared pairs', async () => {
    const workspace = new Workspace()
    const things = readFileSync(CUSTOMERS, 'utf8')
      .split('\n')
      .slice(1, 21)
      .map((line) => line.split(',').slice(1).join(','))
    const head = readFileSync(CUSTOMERS, 'utf8').split('\n')[0]!.split(',').slice(1).join(',')
    // Twenty things with ten records each per table, of which each record is compared with two.
    const table = (shift: number) => Array.from({ length: 200 }, (_, i) => things[(7 * i + shift) % 20])
    workspace.write('a.csv', `${head}\n${table(0).join('\n')}\n`)
    workspace.write('b.csv', `${head}\n${table(3).join('\n')}\n`)
    const warnings = async (partners: string, ...options: string[]) => {
      const tables = ['match', 'a.csv', 'b.csv']
      const { stdout } = await workspace.run([...tables, '--json', '-q', '--partners', partners, ...options])
      return JSON.parse(stdout).warnings.join('\n')
    }
    expect(await warnings('2')).toContain('nothing could be learned')
    expect(await warnings('2', '--score-by', 'points')).toContain('nothing could be learned')
    expect(await warnings('2', '--save-model', 'm.json')).toContain('the saved model is not reliable')
    expect(await warnings('2', '--model', 'm.json')).toContain('the model had a problem when it was saved')
    expect(await warnings('100', '--save-model', 'm.json', '--force')).not.toContain('the saved model')
    expect(await warnings('100')).not.toContain('nothing could be learned')
  })

  it('warns if almost nothing is found, but not because few records have a match', async () => {
    const workspace = new Workspace()
    const [head, ...rows] = readFileSync(CUSTOMERS, 'utf8').trim().split('\n')
    workspace.write('a.csv', [head, ...rows.slice(0, 150)].join('\n'))
    const run = async (from: number, ...options: string[]) => {
      const b = `b-${from}.csv`
      workspace.write(b, [head, ...rows.slice(from, 300)].join('\n'))
      const tables = ['match', 'a.csv', b, '--ignore', 'created', '--json', '-q']
      const { modelProblem, method, warnings } = JSON.parse(
        (await workspace.run([...tables, ...options])).stdout,
      )
      const few = warnings.filter((text: string) => /almost no|saved model/.test(text))
      return { modelProblem, method, few }
    }
    const problem = { modelProblem: 'few-matches', method: 'evidence' }
    expect(await run(200)).toEqual({ ...problem, few: [expect.stringContaining('almost nothing was found')] })
    expect(await run(146, '--save-model', 'm.json')).toEqual({ ...problem, few: [] })
    expect(await run(146, '--model', 'm.json')).toEqual({ method: 'evidence', few: [] })
    // Half of the records have a match, whichever threshold is requested.
    expect((await run(75, '--threshold', '1')).modelProblem).toBeUndefined()
  })

  it('finds the same with any number of workers', async () => {
    const workspace = new Workspace()
    const runs = [1, 2, 3].map(async (workers) => {
      const pairs = `pairs-${workers}.jsonl`
      const { stdout } = await workspace.run([
        ...['match', CUSTOMERS, SUBSCRIBERS, '--json', '--quiet'],
        ...['--pairs', pairs, '--workers', `${workers}`],
      ])
      const { expectedPrecision, expectedRecall, candidates } = JSON.parse(stdout)
      return { expectedPrecision, expectedRecall, candidates, pairs: workspace.read(pairs) }
    })
    const [one, ...others] = await Promise.all(runs)
    expect(one!.pairs.split('\n').length).toBeGreaterThan(100)
    for (const other of others) expect(other).toEqual(one)
  })

  it('suggests pairs to label, learns from the labels, and applies what it learned', async () => {
    const workspace = new Workspace()
    const tables = ['match', CUSTOMERS, SUBSCRIBERS, '--ignore', 'created', '--json', '--quiet']
    await workspace.run([...tables, '--suggest-labels', 'judge.csv'])
    const lines = workspace.read('judge.csv').trim().split('\n')
    expect(lines).toHaveLength(51)
    expect(lines[0]).toMatch(/^a,b,match,name_a,name_b,/)
    const judged = lines.map((line, i) => {
      const [a, b, , ...rest] = line.split(',')
      if (i === 0) return line
      // One row is left open.
      const verdict = i === 1 ? '' : a!.slice(1) === b!.slice(1) && Number(a!.slice(1)) < 150 ? 'yes' : 'no'
      return [a, b, verdict, ...rest].join(',')
    })
    workspace.write('judged.csv', `${judged.join('\n')}\n`)
    const labeled = await workspace.run([
      ...tables,
      '--labels',
      'judged.csv',
      '--save-model',
      'model.json',
      '--pairs',
      'p.jsonl',
    ])
    const { written, pairs } = JSON.parse(labeled.stdout)
    expect(written.map(({ kind }: { kind: string }) => kind)).toEqual(['pairs', 'model'])
    const found = new Set(workspace.rows('p.jsonl').map(({ a, b }) => `${a} ${b}`))
    for (const line of judged.slice(2)) {
      const [a, b, verdict] = line.split(',')
      expect(found.has(`${a} ${b}`)).toBe(verdict === 'yes')
    }
    const applied = await workspace.run([
      'match',
      CUSTOMERS,
      SUBSCRIBERS,
      '--model',
      'model.json',
      '--json',
      '--quiet',
    ])
    expect(Math.abs(JSON.parse(applied.stdout).pairs - pairs)).toBeLessThanOrEqual(5)
  })

  it.each([
    ['a,b,match\nc1,s1,perhaps\n', 'judged.csv, line 2: match is "perhaps"; expected yes or no'],
    ['a,b,match\nc1,s9,yes\n', 'judged.csv, line 2: no record of the second table has the id "s9"'],
    ['a,b\nc1,s1\n', 'judged.csv: it has no column match'],
    [
      'a,b,match\nc1,s1,yes\nc2,s2,yes\nc1,s1,yes\nc1,s1,No\n',
      'judged.csv, line 5: "c1" and "s1" are labeled No here, but yes in line 2; fix the record',
    ],
    ['a,b,match\nc1,s1,\n', 'judged.csv: no pair is labeled'],
    ['a,b,match\n', 'judged.csv: it has no labels; below the header a,b,match, write a line for each pair'],
    ['', 'judged.csv: it has no labels; below the header a,b,match, write a line for each pair'],
  ])('refuses labels such as %j', async (labels, message) => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('b.csv', B)
    workspace.write('judged.csv', labels)
    const { code, stderr } = await workspace.run(['match', 'a.csv', 'b.csv', '--labels', 'judged.csv'])
    expect(code).toBe(1)
    expect(stderr).toContain(message.replaceAll('\\', ''))
  })

  it('says which record is missing from a label of one table', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('judged.csv', 'a,b,match\nc1,x9,yes\n')
    const { stderr } = await workspace.run(['match', 'a.csv', '--labels', 'judged.csv'])
    expect(stderr).toContain('judged.csv, line 2: no record of the table has the id "x9"')
  })

  it('skips labels that contradict earlier ones on request, in either order of the records', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('judged.csv', 'a,b,match\nc1,c2,no\nc2,c1,yes\nc2,c1,no\n')
    const args = ['match', 'a.csv', '--labels', 'judged.csv', '--on-error', 'skip']
    const { code, stdout } = await workspace.run(args)
    expect(code).toBe(0)
    expect(stdout).toContain(
      '1 bad record\n              judged.csv, line 3: "c2" and "c1" are labeled yes here, but no in line 2\n',
    )
  })

  it('names ids that several records have, and refuses labels with them', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', 'id,name\n1,Anna Meier\n1,Anna Maier\n2,Otto Wolf\n')
    const { stdout } = await workspace.run(['match', 'a.csv', '--id', 'id'])
    expect(stdout).toContain('1 record of a.csv has the same id as an earlier one')
    const refused = async (label: string) => {
      workspace.write('judged.csv', `a,b,match\n${label},yes\n`)
      return (await workspace.run(['match', 'a.csv', '--id', 'id', '--labels', 'judged.csv'])).stderr
    }
    expect(await refused('2,1')).toContain('judged.csv, line 2: several records have the id "1"')
    expect(await refused('2,2')).toContain('judged.csv, line 2: both ids are "2"; expected two records')
  })

  it('says what is missing where no column can be compared', async () => {
    const workspace = new Workspace()
    workspace.write('a.jsonl', '{}\n{}\n')
    const { stderr } = await workspace.run(['match', 'a.jsonl'])
    expect(stderr).toContain('expected records with values that can be compared')
    workspace.write('b.csv', 'name\nAnna\nOtto\n')
    workspace.write('c.csv', 'price\n17\n4\n')
    const two = await workspace.run(['match', 'b.csv', 'c.csv'])
    expect(two.stderr).toContain(
      'columns that correspond to each other, by name or as mapped: name and price',
    )
  })

  it('does not compare a column in which all records are equal, unless there is no other', async () => {
    const workspace = new Workspace()
    const fieldsOf = async (table: string) => {
      workspace.write('a.csv', table)
      const { stdout } = await workspace.run(['match', 'a.csv', '--json'])
      return JSON.parse(stdout).fields.compared.map(({ name }: { name: string }) => name)
    }
    expect(await fieldsOf('name,country\nAnna,AT\nOtto,AT\nEva,\n')).toEqual(['name'])
    expect(await fieldsOf('name,country\nAnna,AT\nAnna,AT\n')).toEqual(['name', 'country'])
  })

  it('lists some of very many fields', async () => {
    const workspace = new Workspace()
    const names = Array.from({ length: 30 }, (_, i) => `f${i}`)
    const row = (start: string) => names.map((name) => `${name}${start}`).join(',')
    workspace.write('a.csv', `${names.join(',')}\n${row('one')}\n${row('two')}\n`)
    const { stdout } = await workspace.run(['match', 'a.csv'])
    expect(stdout).toMatch(/f19 \(\w+\), 10 others\n/)
  })

  it('rejects a file that is not a model, and options that conflict with a model', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('b.csv', B)
    workspace.write('model.json', '{"format":"x"}')
    const run = (...args: string[]) => workspace.run(['match', 'a.csv', 'b.csv', ...args])
    const other = await run('--model', 'model.json')
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('(model.json): it is not a match model'),
    ])
    const fields = await run('--model', 'model.json', '--fields', 'name')
    expect([fields.code, fields.stderr]).toEqual([2, expect.stringContaining('leave out --fields')])
    const points = await run('--labels', 'x.csv', '--score-by', 'points')
    expect([points.code, points.stderr]).toEqual([
      2,
      expect.stringContaining('--score-by points does not use labels or models'),
    ])
    const gone = await run('--model', 'gone.json')
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('gone.json')])
  })

  it('finds the 150 people of two lists that are on both, one to one, with the points of each field', async () => {
    const workspace = new Workspace()
    const args = [
      'match',
      CUSTOMERS,
      SUBSCRIBERS,
      '--check-field',
      'created',
      '--one-to-one',
      '--pairs',
      'p.jsonl',
      '--json',
    ]
    const { code, stdout, stderr } = await workspace.run(args)
    expect(code).toBe(0)
    expect(stderr).toContain('records of')
    const rows = workspace.rows('p.jsonl') as {
      a: string
      b: string
      score: number
      points: number
      possible: number
    }[]
    const right = rows.filter(({ a, b }) => a.slice(1) === b.slice(1) && Number(a.slice(1)) < 150).length
    expect(right / rows.length).toBeGreaterThan(0.97)
    expect(right).toBeGreaterThan(0.93 * 150)
    expect(Object.keys(rows[0]!)).toEqual(
      'a b score points possible points_name points_address points_town points_phone'.split(' '),
    )
    for (const { score, points, possible } of rows) {
      expect(score).toBeGreaterThanOrEqual(0.5)
      expect(points).toBeLessThanOrEqual(possible)
    }
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      records: 750,
      sides: [
        { records: 400, fields: { id: 'id' } },
        { records: 350, fields: { id: 'no' } },
      ],
      fields: { id: 'id' },
      pairs: rows.length,
      multipleMatches: 0,
      threshold: 0.5,
    })
    expect(report.check).toMatchObject({ field: 'created', unit: 'days' })
    expect(report.check.precision).toBeGreaterThan(0.85)
    expect(report.histogram).toHaveLength(20)
  })

  it('says why, on the terminal and in the table', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('b.csv', B)
    const { code, stdout } = await workspace.run(['match', 'a.csv', 'b.csv', '--explain', '--pairs', 'p.csv'])
    expect(code).toBe(0)
    expect(stdout).toContain('(nickname)')
    expect(stdout).toContain('phone missing')
    expect(stdout).toContain('delimiter |')
    expect(workspace.read('p.csv')).toMatch(/^c1,s1,.*name 9\d(\.\d)? of 100 \(nickname\)/m)
  })

  it('reads JSON Lines, compressed CSV, Parquet and stdin', async () => {
    const workspace = new Workspace()
    const records = A.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([id, name, address, phone]) => ({ id, name, address, phone }))
    workspace.write('a.jsonl', asLines(records))
    workspace.write('a.csv.gz', gzipSync(A))
    workspace.write('b.dat', B)
    const writer = await openTable(
      `${workspace.folder}/a.parquet`,
      ['id', 'name', 'address', 'phone'].map((name) => ({ name, type: 'string' as const })),
    )
    for (const record of records) await writer.write(record)
    await writer.close()
    for (const table of ['a.jsonl', 'a.csv.gz', 'a.parquet', '-']) {
      const stdin = table === '-' ? A : ''
      const { code, stdout } = await workspace.run(
        ['match', table, 'b.dat', '--pairs', '-', '--quiet'],
        stdin,
      )
      expect([table, code, jsonLines(stdout).map(({ a, b }) => [a, b])]).toEqual([
        table,
        0,
        [
          ['c1', 's1'],
          ['c2', 's2'],
        ],
      ])
    }
    expect(workspace.leftovers()).toEqual([])
  })

  it('writes a page with the evidence of each field, and shows records as text', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', A.replace('Jo Fox', '<b>Jo</b> Fox'))
    workspace.write('b.csv', `${B}s4|<b>Jo</b> Fox|4 Oak Road|555-0103\n`)
    const { code, stdout } = await workspace.run([
      'match',
      'a.csv',
      'b.csv',
      '--report',
      'page.html',
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).written).toEqual([{ kind: 'report', path: 'page.html' }])
    const page = workspace.read('page.html')
    expect(page).not.toContain('<b>Jo')
    const { records, pairs, documents, pairDetails, fileOf, suggested = 0 } = reportIn(page)
    expect(documents.files).toEqual(['a.csv', 'b.csv'])
    const reported = Array.from(pairs.a.subarray(0, pairs.a.length - suggested), (a, i) => [
      documents.ids[a],
      documents.ids[pairs.b[i]!],
    ])
    expect(reported).toContainEqual(['c1', 's1'])
    const jo = documents.ids.indexOf('s4')
    expect(fileOf[jo]).toBe(1)
    expect(records!.values.find(({ document }) => document === jo)!.values).toContain('<b>Jo</b> Fox')
    expect(records!.agreement.map(({ field }) => field)).toEqual(records!.fields)
    // The steps of the evidence lead from the odds of any two records to those of the pair.
    for (const { evidence } of pairDetails!) {
      expect(evidence!.fields).toHaveLength(records!.fields.length)
      expect(Number.isFinite(evidence!.strength)).toBe(true)
    }
  })

  it('reports columns with the same name but different content', async () => {
    const workspace = new Workspace()
    const [head, ...rows] = readFileSync(CUSTOMERS, 'utf8').trim().split('\n')
    const swapped = head!.replace('name', 'x').replace('address', 'name').replace('x', 'address')
    workspace.write('b.csv', [swapped, ...rows].join('\n'))
    const { stdout } = await workspace.run(['match', CUSTOMERS, 'b.csv', '--ignore', 'created', '--json'])
    const { warnings, fields } = JSON.parse(stdout)
    expect(warnings.join()).toContain(
      'the column name of the first table corresponds to address of the second',
    )
    expect(fields.compared).toContainEqual(expect.objectContaining({ a: 'name', b: 'address' }))
  })

  it('warns of a mapping to a column with other values, and names the better one', async () => {
    const workspace = new Workspace()
    const warningsWith = async (...options: string[]) => {
      const args = ['match', CUSTOMERS, SUBSCRIBERS, '--fields', 'name,address', '--json', '--quiet']
      const { code, stdout } = await workspace.run([...args, ...options])
      expect(code).toBe(0)
      return JSON.parse(stdout).warnings.join('\n')
    }
    expect(await warningsWith('--map', 'name=street,address=city')).toContain(
      '--map name=street: these columns have few or no words in common; subscriber of the second table has more in common with name of the first',
    )
    expect(await warningsWith('--map', 'name=subscriber,address=street')).not.toContain('--map')
  })

  it('does not propose --map for a column that is mapped', async () => {
    const workspace = new Workspace()
    workspace.write('a.csv', 'name,alias\nAnn Lee,Nan\nBob Ray,Rob\n')
    workspace.write('b.csv', 'name,alias\nNora Day,Ann Lee\nKit Poe,Bob Ray\n')
    const { stdout } = await workspace.run(['match', 'a.csv', 'b.csv', '--map', 'name=alias', '--json'])
    expect(JSON.parse(stdout).warnings.join()).not.toContain('--map')
  })

  it('speaks of one table where there is one', async () => {
    const workspace = new Workspace()
    const rows = Array.from({ length: 300 }, (_, i) => `${prose(i, 2)},${prose(1000 + i, 2)}\n`)
    workspace.write('a.csv', `name,street\n${rows.join('')}`)
    const { stdout } = await workspace.run(['match', 'a.csv'])
    expect(stdout).toContain(
      'almost nothing was found: check the compared fields, and whether the table has any duplicates',
    )
    expect(stdout).not.toContain('tables')
  })

  it('says why nothing is found in one record, in equal records, and in a table and itself', async () => {
    const workspace = new Workspace()
    const summary = async (content: string, ...more: string[]) => {
      workspace.write('a.csv', content)
      return (await workspace.run(['match', 'a.csv', ...more])).stdout
    }
    expect(await summary('name,town\nAnn,Oslo\n')).toContain('there is only one record')
    expect(await summary('name,town\nAnn,Oslo\nAnn,Oslo\nAnn,Oslo\n')).toContain(
      'all records are equal in the compared fields',
    )
    expect(await summary('name,town\n,\n,\n')).toContain('the compared fields are empty in all records')
    expect(await summary(A, 'a.csv')).toContain('both tables are the same, so every record matches itself')
    expect(await summary(A)).not.toMatch(/equal|same/)
  })

  it('says which columns it leaves out because they are named like answers', async () => {
    const workspace = new Workspace()
    const [head, ...rows] = readFileSync(CUSTOMERS, 'utf8').trim().split('\n')
    workspace.write('a.csv', [`${head},label`, ...rows.map((row, i) => `${row},l${i % 7}`)].join('\n'))
    const run = async (...options: string[]) =>
      JSON.parse((await workspace.run(['match', 'a.csv', '--json', ...options])).stdout)
    const { warnings, fields } = await run()
    expect([fields.answers, warnings.join()]).toEqual([
      ['label'],
      expect.stringContaining('column not compared: label'),
    ])
    const named = await run('--ignore', 'label')
    expect([named.fields.answers, named.warnings.join()]).toEqual([[], expect.not.stringContaining('label')])
  })

  it('marks the threshold in the histogram once, at the bin that begins there', async () => {
    const { stdout } = await new Workspace().run(['match', CUSTOMERS, SUBSCRIBERS, '--threshold', '0.6'])
    expect(stdout.match(/.*← threshold/g)).toEqual([expect.stringMatching(/^ +0\.60 /)])
  })

  it('makes clusters within one table', async () => {
    const workspace = new Workspace()
    const doubled = readFileSync(CUSTOMERS, 'utf8').split('\n').slice(0, 101)
    const copies = doubled.slice(1, 11).map((line) => line.replace(/^C/, 'D').toUpperCase())
    workspace.write('all.csv', [...doubled, ...copies].join('\n'))
    const { code, stdout } = await workspace.run(['match', 'all.csv', '--clusters', 'c.jsonl', '--json'])
    expect(code).toBe(0)
    const members = workspace.rows('c.jsonl').map((row) => row.members as string[])
    for (let i = 0; i < 10; i++) expect(members).toContainEqual([`C${i}`, `D${i}`])
    const { clusters, clusterSizes } = JSON.parse(stdout)
    expect(clusters).toBe(members.length)
    expect(clusterSizes[0]).toEqual({
      records: 2,
      clusters: members.filter(({ length }) => length === 2).length,
    })
    const summary = await workspace.run(['match', 'all.csv', '--cluster-threshold', '0.9'])
    expect([summary.code, summary.stdout]).toEqual([
      0,
      expect.stringMatching(/clusters +\d+\n +\d+ of 2 records/),
    ])
  })

  it('detects Windows-1252, and says so', async () => {
    const workspace = new Workspace()
    workspace.write(
      'a.csv',
      Buffer.from('name,town\nJos\xe9 Mu\xf1oz,K\xf6ln\nJose Munoz,Koln\nAnn,York\n', 'latin1'),
    )
    const { code, stdout } = await workspace.run(['match', 'a.csv'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('encoding windows-1252')])
  })

  it.each([
    [['-', '-'], 2, 'stdin can be read only once; use - only once'],
    [['a.csv', '--one-to-one'], 2, '--one-to-one requires two tables'],
    [['a.csv', 'b.csv', '--clusters', 'c.jsonl'], 2, '--clusters works with one table only'],
    [['a.csv', 'b.csv', '--cluster-threshold', '0.9'], 2, '--cluster-threshold works with one table only'],
    [['a.csv', '--map', 'name=person'], 2, '--map requires two tables'],
    [['a.csv', '--kinds', 'name=word'], 2, 'invalid --kinds: "word"; expected one of name, address'],
    [['a.csv', '--weights', 'name=-1'], 2, 'invalid --weights: "-1"; expected a number above 0'],
    [['a.csv', '--delimiter', ',,'], 2, 'one ASCII character'],
    [['a.csv', 'b.csv', 'c.csv'], 2, 'unexpected argument "c.csv"'],
    [['a.csv', '--pairs', 'a.csv'], 2, 'are the same file'],
    [['gone.csv'], 1, 'no such file'],
    [['empty.csv'], 1, 'the file is empty'],
    [['head.csv'], 1, 'the file has no records'],
    [['twice.csv'], 1, 'two columns have the name "x"'],
    [
      ['long.csv'],
      1,
      'long.csv, line 3: 3 fields instead of 2; fix the record, or skip bad records (--on-error skip)',
    ],
    [['a.csv', '--fields', 'nam'], 1, 'expected one of the columns: id, name, address, phone'],
    [['a.csv', '--id', 'key'], 1, 'no id field "key"'],
    [['a.csv', '--nicknames', 'empty-names.txt'], 1, 'no line has two names'],
  ] as const)('%j is refused with a hint', async (args, code, complaint) => {
    const workspace = new Workspace()
    workspace.write('a.csv', A)
    workspace.write('b.csv', B)
    workspace.write('empty.csv', '')
    workspace.write('head.csv', 'name,town\n')
    workspace.write('twice.csv', 'x,x\n1,2\n')
    workspace.write('long.csv', 'x,y\n1,2\n1,2,3\n')
    workspace.write('empty-names.txt', '# none\n')
    const outcome = await workspace.run(['match', ...args])
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(complaint)])
  })
})
