import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { joinSets, listPairs, makeSetCollection, topMatches } from 'likewise/join'
import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import { SIMILARITIES } from '../../src/model/similarity.js'
import { openTable } from '../../src/write/node-open-table.js'
import { ended, jsonLines, Workspace } from './likewise.js'

const BASKETS = '1 2 3 4\n2 3 4 5\n1 2 3\n\n8 9\n'

/** Sets of all kinds: heavy-tailed, near copies, some long, some empty. */
function makeSets(count: number, seed: number): number[][] {
  const random = new Random(seed)
  const sets: number[][] = []
  for (let i = 0; i < count; i++) {
    const copied = i > 4 && random.below(3) === 0
    const set = copied
      ? [...sets[random.below(i)]!]
      : Array.from({ length: random.below(10) === 0 ? random.below(200) : random.below(20) }, () =>
          Math.floor(4000 ** (random.below(10_000) / 10_000)),
        )
    if (copied && set.length > 0) set[random.below(set.length)] = random.below(4000)
    sets.push(set)
  }
  return sets
}

const asSets = (sets: readonly (readonly number[])[]) => `${sets.map((set) => set.join(' ')).join('\n')}\n`

describe.concurrent('join', () => {
  it.each([['folder'], ['folder/*.sets']])('keeps the files of %s in a run directory', async (input) => {
    const workspace = new Workspace()
    mkdirSync(join(workspace.folder, 'folder'))
    workspace.write('folder/a.sets', '1 2 3 4\n1 2 3 4 5\n')
    workspace.write('folder/b.sets', '1 2 3 4\n7 8 9\n')
    const command = ['join', input, '--run-dir', 'run', '--count']
    expect(await workspace.run(command)).toEqual({ code: 0, stdout: '3\n', stderr: '' })
    expect(await workspace.run([...command, '--resume'])).toEqual({ code: 0, stdout: '3\n', stderr: '' })
    workspace.write('folder/b.sets', '1 2 3 4\n7 8 9 10\n')
    const { code, stderr } = await workspace.run([...command, '--resume'])
    expect(stderr).toContain('belongs to another run; differences: input')
    expect(code).toBe(1)
  })

  it('finds the pairs of a file, counts them, and reports', async () => {
    const workspace = new Workspace()
    workspace.write('baskets.sets', BASKETS)
    const counted = await workspace.run(['join', 'baskets.sets', '-t', '0.5', '--count'])
    expect(counted).toEqual({ code: 0, stdout: '2\n', stderr: '' })
    const { code, stdout } = await workspace.run(['join', 'baskets.sets', '-t', '0.5', '--pairs', 'p.csv'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /read +5 sets\n +empty +1 set, which matches nothing\n +pairs +2 at jaccard 0.5 or above\n/,
    )
    expect(workspace.read('p.csv')).toBe('a,b,similarity\n0,1,0.6\n0,2,0.75\n')
    const json = await workspace.run([
      'join',
      'baskets.sets',
      '-t',
      '2',
      '--similarity',
      'overlap',
      '--json',
      '-q',
    ])
    expect(JSON.parse(json.stdout)).toMatchObject({
      sets: 5,
      empty: 1,
      pairs: 3,
      measure: 'overlap',
      filesRead: 1,
      threshold: 2,
      sides: [{ inputs: ['baskets.sets'], sets: 5, empty: 1, blocks: 1 }],
    })
    expect(workspace.leftovers()).toEqual([])
  })

  it.each(SIMILARITIES)('finds what the library finds, in one file and in two: %s', async (similarity) => {
    const workspace = new Workspace()
    const [left, right] = [makeSets(300, 1), makeSets(200, 2)]
    workspace.write('left.sets', asSets(left))
    workspace.write('right.sets.gz', gzipSync(asSets(right)))
    const threshold = similarity === 'overlap' ? 4 : 0.5
    const [a, b] = [makeSetCollection(left), makeSetCollection(right)]
    const options = { threshold, similarity }
    const args = ['-t', `${threshold}`, '--similarity', similarity, '--pairs', '-', '-q']
    const one = await workspace.run(['join', 'left.sets', ...args, '-w', '1'])
    const two = await workspace.run([
      'join',
      'left.sets',
      'right.sets.gz',
      ...args,
      '-w',
      '2',
      '--memory',
      '200MB',
    ])
    const wanted = [joinSets(a, options), joinSets(a, b, options)].map(listPairs)
    expect(wanted.every(({ length }) => length > 5)).toBe(true)
    expect([one, two].map(({ stdout }) => jsonLines(stdout))).toEqual(wanted)
    expect(workspace.leftovers()).toEqual([])
  })

  it('gives the same bytes with any workers and memory', async () => {
    const workspace = new Workspace()
    // Beyond two million elements workers are called for, and share in making them ready.
    const sets = makeSets(1000, 4).map((set) => [...new Set(set)])
    expect(150 * sets.flat().length).toBeGreaterThan(2 ** 21)
    const shifted = (by: number) => sets.map((set) => set.map((element) => element + by))
    workspace.write('many.sets', Array.from({ length: 150 }, (_, i) => asSets(shifted(2000 * i))).join(''))
    const run = (...how: string[]) =>
      workspace.run(['join', 'many.sets', '-t', '0.8', '--pairs', '-', '-q', ...how])
    const one = await run('-w', '1')
    expect(jsonLines(one.stdout).length).toBeGreaterThan(1000)
    for (const how of [
      ['-w', '3'],
      ['-w', '2', '--memory', '1GB'],
    ]) {
      expect(await run(...how)).toEqual(one)
    }
    expect(workspace.leftovers()).toEqual([])
  })

  it('reports the same pairs whether they are written or not, and counts all of them', async () => {
    const workspace = new Workspace()
    workspace.write('equal.sets', '1 2 3\n'.repeat(60))
    const args = ['join', 'equal.sets', '-t', '0.5', '--max-equal', '20']
    const reports = [
      await workspace.run([...args, '--json']),
      await workspace.run([...args, '--json', '--pairs', 'p.jsonl']),
    ].map(({ stdout }) => JSON.parse(stdout))
    for (const { pairs, pairsOmitted } of reports) {
      expect({ pairs, pairsOmitted }).toEqual({ pairs: 59, pairsOmitted: (60 * 59) / 2 - 59 })
    }
    expect((await workspace.run([...args, '--count'])).stdout).toBe('1770\n')
  })

  it('finds the best matches of each set, with any workers and memory', async () => {
    const workspace = new Workspace()
    const sets = makeSets(300, 3)
    workspace.write('s.sets', asSets(sets))
    const wanted = listPairs(topMatches(makeSetCollection(sets), { top: 2 }))
    for (const how of [
      ['-w', '1'],
      ['-w', '2', '--memory', '200MB'],
    ]) {
      const { stdout } = await workspace.run(['join', 's.sets', '--top', '2', '--pairs', '-', '-q', ...how])
      expect(jsonLines(stdout)).toEqual(wanted)
    }
    const counted = await workspace.run(['join', 's.sets', '--top', '2', '--count', '--memory', '200MB'])
    expect(counted.stdout).toBe(`${wanted.length}\n`)
  })

  it('lists all pairs of up to --max-equal equal sets, and connecting pairs of more', async () => {
    const workspace = new Workspace()
    workspace.write('equal.sets', 'a b c\n'.repeat(20))
    for (const [limit, pairs, pairsOmitted] of [
      ['5', 19, 190 - 19],
      ['all', 190, 0],
    ] as const) {
      const args = ['join', 'equal.sets', '--max-equal', limit, '--pairs', 'p.jsonl', '--force']
      const { stdout } = await workspace.run([...args, '--json'])
      expect(JSON.parse(stdout)).toMatchObject({
        pairs,
        pairsOmitted,
        maxEqual: limit === 'all' ? limit : Number(limit),
      })
      expect(workspace.rows('p.jsonl')).toHaveLength(pairs)
    }
    const { stdout } = await workspace.run(['join', 'equal.sets', '--max-equal', '5', '--pairs', 'q.jsonl'])
    expect(stdout).toContain('171 more in groups of more than 5 equal sets')
  })

  it('reads lists, long format and bags of every format, and they are the same sets', async () => {
    const workspace = new Workspace()
    const sets = [
      ['a', 'b', 'b', 'x y'],
      ['b', 'b', 'a', 'x y', 'z'],
      ['z', '7'],
    ]
    const ids = ['p', 'q', 'r']
    const rows = sets.flatMap((set, i) => set.map((element) => ({ of: ids[i]!, element, times: 1 })))
    workspace.write(
      'list.jsonl',
      sets.map((items, i) => `${JSON.stringify({ id: ids[i], items })}\n`).join(''),
    )
    workspace.write('list.json', JSON.stringify(sets.map((items, i) => ({ id: ids[i], items }))))
    workspace.write(
      'list.csv',
      `id,items\n${sets.map((set, i) => `${ids[i]},${set.join(';')}`).join('\n')}\n`,
    )
    workspace.write(
      'quoted.csv',
      `id,items\n${sets.map((set, i) => `${ids[i]},"${JSON.stringify(set).replaceAll('"', '""')}"`).join('\n')}\n`,
    )
    workspace.write(
      'long.tsv',
      `of\telement\ttimes\n${rows.map((row) => Object.values(row).join('\t')).join('\n')}\n`,
    )
    const parquet = await openTable(`${workspace.folder}/long.parquet`, [
      { name: 'of', type: 'string' },
      { name: 'element', type: 'string' },
      { name: 'times', type: 'integer' },
    ])
    for (const row of rows) await parquet.write(row)
    await parquet.close()
    const run = async (file: string, ...args: string[]) =>
      jsonLines(
        (await workspace.run(['join', file, '-t', '0.3', '--bag', '--pairs', '-', '-q', ...args])).stdout,
      )
    const wanted = [{ a: 'p', b: 'q', similarity: 0.8 }]
    expect(await run('list.jsonl', '--id', 'id')).toEqual(wanted)
    expect(await run('list.jsonl', '--id', 'id', '--list', 'items')).toEqual(wanted)
    expect(await run('list.json', '--id', 'id')).toEqual(wanted)
    expect(await run('list.csv', '--id', 'id', '--list', 'items', '--separator', ';')).toEqual(wanted)
    expect(await run('quoted.csv', '--id', 'id', '--list', 'items')).toEqual(wanted)
    expect(await run('long.tsv', '--set', 'of', '--element', 'element')).toEqual(wanted)
    expect(await run('long.parquet', '--set', 'of', '--element', 'element', '--times', 'times')).toEqual(
      wanted,
    )
  })

  it('takes a Parquet file with a list column', async () => {
    const workspace = new Workspace()
    const { parquetWriteBuffer } = await import('hyparquet-writer')
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ['p', 'q', 'r'] },
        { name: 'items', data: [[1, 2, 3], [2, 3, 1], [9]], type: 'JSON' },
      ],
    })
    workspace.write('lists.parquet', new Uint8Array(buffer))
    const { stdout } = await workspace.run(['join', 'lists.parquet', '--id', 'id', '--pairs', '-', '-q'])
    expect(jsonLines(stdout)).toEqual([{ a: 'p', b: 'q', similarity: 1 }])
  })

  it('compares documents by their shingles', async () => {
    const workspace = new Workspace()
    workspace.write(
      'docs.jsonl',
      ['we deliver on time', 'as we said we deliver on time or you pay nothing']
        .map((text, id) => `${JSON.stringify({ id, text })}\n`)
        .join(''),
    )
    const args = ['--shingle', 'words:2', '--similarity', 'containment', '-t', '1', '--pairs', '-', '-q']
    const { stdout } = await workspace.run(['join', 'docs.jsonl', '--id', 'id', ...args])
    expect(jsonLines(stdout)).toEqual([{ a: 0, b: 1, similarity: 1 }])
  })

  it('reads stdin', async () => {
    const workspace = new Workspace()
    const { stdout } = await workspace.run(['join', '-', '-t', '0.5', '--count'], BASKETS)
    expect(stdout).toBe('2\n')
  })
})

describe.concurrent('probe', () => {
  it('finds similar sets in the index for each query', async () => {
    const workspace = new Workspace()
    workspace.write('index.sets', BASKETS)
    workspace.write('queries.txt', '3 2 1 77\n9 8\n')
    const args = ['probe', 'index.sets', 'queries.txt', '--pairs', '-', '-q']
    const found = jsonLines((await workspace.run([...args, '-t', '0.5'])).stdout)
    expect(found).toEqual([
      { a: 0, b: 0, similarity: 0.6 },
      { a: 0, b: 2, similarity: 0.75 },
      { a: 1, b: 4, similarity: 1 },
    ])
    expect(jsonLines((await workspace.run([...args, '--top', '1'])).stdout)).toEqual(found.slice(1))
    const inside = await workspace.run([...args, '--similarity', 'containment', '-t', '0.75'])
    expect(jsonLines(inside.stdout)).toEqual([
      { a: 0, b: 0, similarity: 0.75 },
      { a: 0, b: 2, similarity: 0.75 },
      { a: 1, b: 4, similarity: 1 },
    ])
  })
})

describe.concurrent('--exclude', () => {
  it('leaves out files of sets', async () => {
    const workspace = new Workspace()
    for (const name of ['a', 'b', 'old']) workspace.write(`${name}.sets`, '1 2 3\n')
    const { stdout } = await workspace.run(['join', '.', '--exclude', 'old*', '--count'])
    expect(stdout).toBe('1\n')
  })
})

describe.concurrent('bad input', () => {
  it.each([
    [['join', 'gone.sets'], 1, 'gone.sets: no such file'],
    [['join', 'other.xyz'], 1, 'other.xyz: unknown file extension'],
    [['join', 'binary.sets'], 1, 'binary.sets: it is not text'],
    [['join', '.'], 1, 'bad.jsonl, line 3: '],
    [['join', 'bad.jsonl'], 1, 'bad.jsonl, line 3: the field "items" is missing instead of a list'],
    [
      ['join', 'twice.jsonl', '--id', 'id'],
      1,
      'twice.jsonl, line 2: duplicate id 1 (first seen in twice.jsonl, line 1)',
    ],
    [
      ['join', 'once*.jsonl', '--id', 'id'],
      1,
      'once-2.jsonl, line 2: duplicate id 1 (first seen in once-1.jsonl, line 2)',
    ],
    [
      ['join', 'texts.jsonl', '--id', 'id', '--text', 'text'],
      1,
      'texts.jsonl, line 3: duplicate id "x" (first seen in texts.jsonl, line 1)',
    ],
    [['join', 'nolist.jsonl'], 1, 'nolist.jsonl, line 1: no field is a list (its fields: id)'],
    [
      ['join', 'stars.csv', '--set', 'u', '--element', 'f', '--times', 's'],
      1,
      'stars.csv, line 3: the field "s" is "3.5"',
    ],
    [
      ['join', 'stars.csv', '--set', 'u', '--element', 'g'],
      1,
      'stars.csv, line 2: the element field "g" is missing',
    ],
    [['join', 'baskets.sets', '--list', 'x'], 1, 'it has one set per line and no fields'],
    [['join', 'baskets.sets', '-t', '1.5'], 2, 'invalid --threshold: "1.5"'],
    [['join', 'baskets.sets', '-t', '3'], 2, 'invalid --threshold: 3'],
    [['join', 'baskets.sets', '-t', '0.5', '--similarity', 'overlap'], 2, 'invalid --threshold: 0.5'],
    [['join', 'baskets.sets', '--similarity', 'overlap'], 2, '--similarity overlap requires --threshold'],
    [['join', 'baskets.sets', '--similarity', 'euclid'], 2, 'invalid --similarity: "euclid"'],
    [['join', 'baskets.sets', '--count', '--pairs', 'p.csv'], 2, '--count conflicts with --pairs'],
    [['join', 'baskets.sets', '--count', '--json'], 0, ''],
    [['join', 'baskets.sets', '--memory', 'much'], 2, 'invalid --memory: "much"'],
    [['join', 'baskets.sets', '--memory', '10kB'], 2, 'invalid --memory: "10kB"'],
    [['join', 'baskets.sets', '--set', 'a'], 2, '--set requires --element'],
    [
      ['join', 'baskets.sets', '--text', 'a', '--list', 'b'],
      2,
      '--text is for documents and conflicts with --list, which is for sets',
    ],
    [['join', 'baskets.sets', '--top', '0'], 2, 'invalid --top: 0'],
    [['join', 'baskets.sets', '--pairs', 'baskets.sets'], 2, 'the same file'],
    [['join', '-', '-'], 2, 'stdin can be read only once'],
    [['join', 'baskets.sets', '--top', '1', '--max-equal', '5'], 2, '--max-equal conflicts with --top'],
    [['probe', 'baskets.sets'], 2, 'probe requires INDEX QUERIES'],
    [['find', 'baskets.sets', '--format', 'sets'], 2, 'invalid --format: "sets"'],
  ])('%j ends with %i: %s', async (args, code, problem) => {
    const workspace = new Workspace()
    workspace.write('baskets.sets', BASKETS)
    workspace.write('other.xyz', 'x')
    workspace.write('binary.sets', Uint8Array.of(1, 0, 2))
    workspace.write('bad.jsonl', '{"items":[1,2]}\n\n{"other":[1]}\n')
    workspace.write('once-1.jsonl', '{"id":5,"items":[1,2]}\n{"id":1,"items":[3]}\n')
    workspace.write('once-2.jsonl', '{"id":6,"items":[1,2]}\n{"id":1,"items":[3]}\n')
    workspace.write('texts.jsonl', '{"id":"x","text":"a b"}\n{"id":1,"text":"c"}\n{"id":"x","text":"a b"}\n')
    workspace.write('twice.jsonl', '{"id":1,"items":[1,2]}\n{"id":1,"items":[3]}\n')
    workspace.write('nolist.jsonl', '{"id":1}\n')
    workspace.write('stars.csv', 'u,f,s\nann,alien,5\nbob,alien,3.5\n')
    const outcome = await workspace.run(args)
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(problem)])
    expect(workspace.leftovers()).toEqual([])
    expect(workspace.names()).not.toContain('p.csv')
  })

  it('bad records can be skipped', async () => {
    const workspace = new Workspace()
    workspace.write('bad.jsonl', '{"items":[1,2]}\nnonsense\n{"items":[2,1]}\n')
    const { stdout, stderr } = await workspace.run([
      'join',
      'bad.jsonl',
      '--on-error',
      'skip',
      '--pairs',
      '-',
    ])
    expect(jsonLines(stdout)).toEqual([{ a: 0, b: 1, similarity: 1 }])
    expect(stderr).toContain('bad.jsonl, line 2: not JSON')
  })

  it('nothing is written if every record was skipped', async () => {
    const workspace = new Workspace()
    workspace.write('bad.jsonl', 'oops\n')
    const { code, stderr } = await workspace.run([
      'join',
      'bad.jsonl',
      '--on-error',
      'skip',
      '--pairs',
      'p.jsonl',
    ])
    expect([code, stderr]).toEqual([1, expect.stringContaining('the only record was skipped')])
    expect(workspace.names()).toEqual(['bad.jsonl'])
  })
})

it('Ctrl-C leaves nothing behind', async () => {
  const workspace = new Workspace()
  const sets = Array.from({ length: 30_000 }, (_, i) => [
    ...Array.from({ length: 40 }, (_, k) => (i * (k + 7)) % 90),
    1000 + i,
  ])
  workspace.write('dense.sets', asSets(sets))
  const limits = ['-w', '2', '--memory', '160MB']
  const child = workspace.start(['join', 'dense.sets', '-t', '0.2', '--pairs', 'p.jsonl', ...limits])
  const outcome = ended(child)
  let isOver = false
  outcome.then(() => {
    isOver = true
  })
  // Blocks of sets on disk: the join is under way.
  while (
    !isOver &&
    !readdirSync(workspace.temporary, { recursive: true }).some((name) => `${name}`.endsWith('.block'))
  ) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill('SIGINT')
  expect(await outcome).toEqual({ code: 130, stdout: '', stderr: '' })
  expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['dense.sets']])
})
