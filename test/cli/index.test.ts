import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../conformance/redis-servers.js'
import { findRedis, titled } from '../outside.js'
import { asLines, Workspace } from './likewise.js'

const PAGE = 4096

const text = (number: number) => Array.from({ length: 120 }, (_, i) => `w${number}x${i}`).join(' ')
const documents = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: from + i, text: text(from + i) }))

async function built(): Promise<Workspace> {
  const workspace = new Workspace()
  workspace.write('in.jsonl', asLines(documents(0, 20)))
  const { code, stderr } = await workspace.run([
    'index',
    'build',
    'seen',
    'in.jsonl',
    '--id',
    'id',
    '--quiet',
  ])
  expect([code, stderr]).toEqual([0, ''])
  return workspace
}

let shared: Promise<Workspace> | undefined

/** An index for the tests that leave it as it is. */
function unchanged(): Promise<Workspace> {
  shared ??= built().then((workspace) => {
    workspace.write('bad.jsonl', `${asLines(documents(40, 41))}{"id":5\n`)
    return workspace
  })
  return shared
}

const redis = findRedis()

describe.skipIf(redis.path === undefined)(titled('an index in Redis', redis), () => {
  it('works from the command line like one in a folder', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    const workspace = await built()
    const { address } = server
    const json = async (...args: string[]) => {
      const { code, stdout } = await workspace.run([...args, '--json', '--quiet'])
      expect([args, code]).toEqual([args, 0])
      return JSON.parse(stdout)
    }
    await json('index', 'build', address, 'in.jsonl', '--id', 'id', '--prefix', 'p')
    expect(
      (await workspace.run(['index', 'build', address, 'in.jsonl', '--id', 'id', '--prefix', 'p'])).code,
    ).toBe(1)
    workspace.write('new.jsonl', asLines([...documents(15, 25), { id: 'copy', text: text(24) }]))
    for (const action of ['query', 'check']) {
      const [there, here] = [
        await json('index', action, address, 'new.jsonl', '--prefix', 'p'),
        await json('index', action, 'seen', 'new.jsonl'),
      ]
      expect(there.results).toEqual(here.results)
    }
    const pairs = async (...side: string[]) => {
      await json(
        'find',
        'new.jsonl',
        '--against',
        ...side,
        '--also-within',
        '--pairs',
        'pairs.jsonl',
        '--force',
      )
      return workspace.read('pairs.jsonl')
    }
    const found = await pairs(address, '--prefix', 'p')
    expect(found.split('\n')).toHaveLength(7)
    expect(found).toBe(await pairs('seen'))
    const dedup = async (...side: string[]) =>
      json('dedup', 'new.jsonl', '--against', ...side, '--also-within', '--add', '--out', 'out', '--force')
    const [there, here] = [await dedup(address, '--prefix', 'p'), await dedup('seen')]
    expect([there.kept, there.removed]).toEqual([here.kept, here.removed])
    expect((await json('index', 'stats', address, '--prefix', 'p')).stored).toBe(25)
    expect((await json('index', 'remove', address, '3', '--prefix', 'p')).removed).toBe(1)
    await json('index', 'snapshot', address, 's.snapshot', '--prefix', 'p')
    await json('index', 'restore', address, 's.snapshot', '--prefix', 'q')
    expect((await json('index', 'stats', address, '--prefix', 'q')).stored).toBe(24)
    await json('index', 'compact', address, '--prefix', 'q')
    const mistyped = ['--prefix', 'q', '--namespace', 'tow']
    for (const args of [
      ['index', 'check', address, 'new.jsonl', ...mistyped],
      ['dedup', 'new.jsonl', '--against', address, '--out', 'none', ...mistyped],
    ]) {
      const { code, stderr } = await workspace.run(args)
      expect([code, stderr]).toEqual([1, expect.stringContaining('there is no namespace "tow"')])
    }
  })
})

describe('likewise index', () => {
  it('query and check name the matches with their similarity', async () => {
    const workspace = await built()
    const half = text(3).split(' ').slice(0, 100).join(' ')
    workspace.write(
      'new.jsonl',
      asLines([
        { id: 'a', text: text(3) },
        { id: 'b', text: half },
        { id: 'c', text: text(99) },
      ]),
    )
    const query = JSON.parse((await workspace.run(['index', 'query', 'seen', 'new.jsonl', '--json'])).stdout)
    expect(query.results.map(({ matches }: { matches: unknown[] }) => matches.length)).toEqual([1, 1, 0])
    expect(query.results[1].matches[0]).toMatchObject({ id: 3, kind: 'similar', similarity: 96 / 116 })
    const check = JSON.parse((await workspace.run(['index', 'check', 'seen', 'new.jsonl', '--json'])).stdout)
    expect(check.results.map(({ status }: { status: string }) => status)).toEqual([
      'identical',
      'similar',
      'new',
    ])
  })

  it('is the second side of find and dedup, which can add what is kept', async () => {
    const workspace = await built()
    workspace.write('new.jsonl', asLines([...documents(18, 22), { id: 'copy', text: text(21) }]))
    const found = await workspace.run(['find', 'new.jsonl', '--against', 'seen', '--pairs', '-', '--quiet'])
    expect([found.code, found.stdout.trim().split('\n').length]).toEqual([0, 2])
    const args = ['new.jsonl', '--against', 'seen', '--also-within', '--add', '--out', 'out']
    const report = JSON.parse((await workspace.run(['dedup', ...args, '--id', 'id', '--json'])).stdout)
    expect(report).toMatchObject({ kept: 2, removed: 3, addition: { added: 2, replaced: 0 } })
    expect(report.against).toMatchObject({ inputs: ['seen'], documents: 20, equal: 2 })
    const again = JSON.parse((await workspace.run(['index', 'stats', 'seen', '--json'])).stdout)
    expect(again.stored).toBe(22)
  })

  it('refuses to read from a namespace that does not exist, unless the index is empty', async () => {
    const workspace = await built()
    for (const name of ['two', 'six'])
      await workspace.run(['index', 'add', 'seen', 'in.jsonl', '--id', 'id', '--namespace', name, '--quiet'])
    const reads = (index: string, namespace: string) =>
      [
        ['index', 'check', index, 'in.jsonl'],
        ['index', 'query', index, 'in.jsonl'],
        ['find', 'in.jsonl', '--against', index],
        ['explain', 'in.jsonl', '--against', index],
        ['dedup', 'in.jsonl', '--against', index, '--out', 'none'],
      ].map((args) => [...args, '--namespace', namespace, '--quiet'])
    for (const args of reads('seen', 'tow')) {
      const { code, stderr } = await workspace.run(args)
      expect([args, code, stderr]).toEqual([
        args,
        1,
        expect.stringContaining(
          'seen: there is no namespace "tow"; use one of its namespaces: six, two; or leave it out for the unnamed one',
        ),
      ])
    }
    expect(workspace.leftovers()).toEqual([])
    const add = ['dedup', 'in.jsonl', '--against', 'seen', '--namespace', 'new', '--add', '--out', 'out']
    expect((await workspace.run(add)).code).toBe(0)
    const named = ['index', 'build', 'named', 'in.jsonl', '--id', 'id', '--namespace', 'two', '--quiet']
    expect((await workspace.run(named)).code).toBe(0)
    expect((await workspace.run(['index', 'check', 'named', 'in.jsonl'])).stderr).toContain(
      'named: the unnamed namespace has no documents; use one of its namespaces: two',
    )
    const ids = documents(0, 20).map(({ id }) => String(id))
    await workspace.run(['index', 'remove', 'named', ...ids, '--namespace', 'two', '--quiet'])
    for (const args of reads('named', 'tow').slice(0, 3)) expect((await workspace.run(args)).code).toBe(0)
  })

  it('is built from a finished run, with its shingles and threshold', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(documents(0, 20).map(({ id, text }) => ({ name: id, body: text }))))
    const args = ['--text', 'body', '--id', 'name', '--shingle', 'words:3', '--threshold', '0.6']
    expect((await workspace.run(['find', 'in.jsonl', ...args, '--run-dir', 'run', '--quiet'])).code).toBe(0)
    const { code, stdout } = await workspace.run(['index', 'build', 'seen', 'run', '--json'])
    expect([code, JSON.parse(stdout).fields]).toEqual([0, { text: ['body'], id: 'name' }])
    const stats = JSON.parse((await workspace.run(['index', 'stats', 'seen', '--json'])).stdout)
    expect(stats).toMatchObject({ stored: 20, threshold: 0.6, shingle: { kind: 'words', k: 3 } })
  })

  it('chooses the bands of a new index for its documents, and a restored one has the same', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(documents(0, 1500)))
    const statsOf = async (index: string) =>
      JSON.parse((await workspace.run(['index', 'stats', index, '--json'])).stdout)
    await workspace.run(['index', 'build', 'seen', 'in.jsonl', '--quiet'])
    expect(await statsOf('seen')).toMatchObject({ stored: 1500, bands: 6, rows: 4 })
    await workspace.run(['index', 'snapshot', 'seen', 'seen.snapshot', '--quiet'])
    await workspace.run(['index', 'restore', 'again', 'seen.snapshot', '--quiet'])
    expect(await statsOf('again')).toMatchObject({ stored: 1500, bands: 6, rows: 4 })
  })

  it('add replaces by id, remove removes, and a snapshot restores everything in a new folder', async () => {
    const workspace = await built()
    workspace.write('more.jsonl', asLines(documents(15, 30)))
    const add = await workspace.run(['index', 'add', 'seen', 'more.jsonl', '--id', 'id', '--json', '--quiet'])
    expect(JSON.parse(add.stdout)).toMatchObject({
      added: 15,
      replaced: 5,
      documents: 15,
      filesRead: 1,
      stored: 30,
    })
    const remove = await workspace.run(['index', 'remove', 'seen', '0', 'x', '--json', '--quiet'])
    expect(JSON.parse(remove.stdout)).toMatchObject({ removed: 1, stored: 29 })
    expect((await workspace.run(['index', 'snapshot', 'seen', 'copy'])).code).toBe(0)
    const restore = await workspace.run(['index', 'restore', 'again', 'copy', '--json', '--quiet'])
    expect(JSON.parse(restore.stdout)).toMatchObject({ added: 29, stored: 29 })
    expect((await workspace.run(['index', 'compact', 'again', '--quiet'])).code).toBe(0)
    const stats = await workspace.run(['index', 'stats', 'again', '--json', '--quiet'])
    expect(JSON.parse(stats.stdout)).toMatchObject({ stored: 29, threshold: 0.8 })
  })

  it('restore names a damaged snapshot, and leaves no index', async () => {
    const workspace = await built()
    await workspace.run(['index', 'snapshot', 'seen', 'copy', '--quiet'])
    const snapshot = readFileSync(join(workspace.folder, 'copy'))
    const header = snapshot.indexOf(10)
    for (const at of [
      snapshot.indexOf('"rows"') + 1,
      snapshot.indexOf('"guaranteed":') + 16,
      header + 12,
      snapshot.length >> 1,
      snapshot.length - 1,
    ]) {
      const damaged = Buffer.from(snapshot)
      damaged[at]! ^= 1
      writeFileSync(join(workspace.folder, 'damaged'), damaged)
      const { code, stderr } = await workspace.run(['index', 'restore', 'again', 'damaged'])
      expect([at, code, stderr]).toEqual([
        at,
        1,
        expect.stringMatching(
          /not readable as a snapshot \(damaged\): it is damaged: .*; create the snapshot again/,
        ),
      ])
      expect(existsSync(join(workspace.folder, 'again'))).toBe(false)
    }
  })

  it.each([
    [['index', 'build', 'seen', 'in.jsonl'], 1, /an index already exists there; .*--force/],
    [['index', 'build', 'seen', 'in.jsonl', '--threshold', '2'], 2, /invalid --threshold: 2/],
    [['index', 'query', 'none', 'in.jsonl'], 1, /none: there is no index/],
    [
      ['index', 'query', 'seen', 'in.jsonl', '--threshold', '0.5'],
      2,
      /invalid --threshold: 0.5; expected at least 0.8/,
    ],
    [['index', 'check', 'seen', 'in.jsonl', '--threshold', '0.9'], 2, /index query/],
    [['index', 'add', 'seen', 'bad.jsonl', '--id', 'id'], 1, /bad.jsonl, line 2/],
    [['index', 'add', 'seen', 'in.jsonl', '--no-id'], 1, /no ids/],
    [
      ['index', 'add', 'seen', 'in.jsonl', '--shingle', 'words:3'],
      1,
      /built with different parameters: shingle/,
    ],
    [
      ['find', 'in.jsonl', '--against', 'seen', '--shingle', 'words:3'],
      1,
      /invalid shingle: words:3; expected the value that the index in seen was built with: words:5/,
    ],
    [['index', 'build', 'other', 'in.jsonl', '--max-age', 'long'], 2, /a duration such as/],
    [['index', 'restore', 'other', 'in.jsonl'], 1, /not readable as a snapshot/],
    [['index', 'stats', 'seen', 'more'], 2, /requires INDEX and nothing else/],
    [['index', 'snapshot', 'seen'], 2, /requires INDEX FILE/],
    [['index', 'find', 'seen'], 2, /unknown action find/],
  ])('%j ends with %i and a message', async (args, code, message) => {
    const workspace = await unchanged()
    const outcome = await workspace.run(args)
    expect(outcome.stderr).toMatch(message)
    expect([outcome.code, outcome.stdout]).toEqual([code, ''])
  })

  it('a file where its folder should be is an error, and is left as it is', async () => {
    const workspace = await built()
    workspace.write('file', 'text')
    expect((await workspace.run(['index', 'snapshot', 'seen', 'copy'])).code).toBe(0)
    for (const args of [
      ['index', 'build', 'file', 'in.jsonl'],
      ['index', 'build', 'file', 'in.jsonl', '--force'],
      ['index', 'restore', 'file', 'copy'],
      ['serve', 'file', '--port', '0'],
      ['mcp', 'file'],
    ]) {
      expect(await workspace.run(args), args.join(' ')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'likewise: file: it is a file; name a folder\n',
      })
    }
    expect(workspace.read('file')).toBe('text')
  })
})

describe('a damaged page', () => {
  it.each([
    ['query', 'in.jsonl'],
    ['add', 'more.jsonl', '--id', 'id'],
    ['remove', ...documents(0, 20).map(({ id }) => String(id))],
    ['snapshot', 'copy'],
  ])('is an error that names the file: %s', async (action, ...args) => {
    const workspace = await built()
    workspace.write('more.jsonl', asLines(documents(0, 40)))
    const file = join('seen', 'data-1.mdb')
    const bytes = readFileSync(join(workspace.folder, file))
    // Without the pages that LMDB reads to open the file, which are its first and last.
    workspace.write(file, bytes.fill(0, 2 * PAGE, bytes.length - 3 * PAGE))
    const { code, stdout, stderr } = await workspace.run(['index', action, 'seen', ...args, '--quiet'])
    // LMDB prints a line of its own.
    expect(stderr.split('\n').at(-2)).toMatch(
      /^likewise: not readable as a live index: seen\/data-1\.mdb: a page is damaged \(MDB_\w+: .*\); restore a snapshot, or build the index again$/,
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toContain('unexpected')
  })
})

describe('an index within a memory budget', () => {
  // The smaller budget has no room for sorting.
  it.each(['126MB', '200MB'])('holds the same documents: %s', async (memory) => {
    const workspace = await built()
    const within = ['--memory', memory, '--id', 'id', '--on-error', 'skip', '--quiet', '--json']
    workspace.write(
      'more.jsonl',
      asLines([
        { id: 'long '.repeat(200), text: text(0) },
        ...Array.from({ length: 3000 }, (_, i) => ({ id: `n${i}`, text: `${text(i % 50)} ${i}` })),
      ]),
    )
    const { code, stdout } = await workspace.run([
      'index',
      'build',
      'small',
      'in.jsonl',
      'more.jsonl',
      ...within,
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 3020, added: 3020, stored: 3020, skipped: 1 })
  })

  it.each(['query', 'check'])('gives the same results for %s as without a limit', async (action) => {
    const workspace = await built()
    workspace.write('new.jsonl', asLines([...documents(15, 25), { id: '\u0085 "copy"', text: text(14) }]))
    const ask = async (...args: string[]) => {
      const { code, stdout, stderr } = await workspace.run(['index', action, 'seen', 'new.jsonl', ...args])
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    const [free, within] = [await ask('--json'), await ask('--json', '--memory', '126MB')].map((json) =>
      JSON.parse(json),
    )
    expect(free).toMatchObject({ documents: 11, pairs: 6 })
    expect(free.results.at(-1)).toMatchObject({ id: '\u0085 "copy"', matches: [{ id: 14 }] })
    expect(within.results).toEqual(free.results)
    expect(await ask('--memory', '126MB')).toBe(await ask())
    expect(await ask('--quiet')).toBe('')
    expect(workspace.leftovers()).toEqual([])
  })

  it.each(['query', 'check'])(
    'is refused by %s if the limit is less than the program needs',
    async (action) => {
      const workspace = await unchanged()
      const { code, stderr } = await workspace.run(['index', action, 'seen', 'in.jsonl', '--memory', '60MB'])
      expect([code, stderr]).toEqual([1, expect.stringContaining('use at least 125 MB')])
    },
  )

  it('prints more results than it may hold', async () => {
    const workspace = await built()
    const copies = Array.from({ length: 2000 }, (_, i) => ({
      id: `copy of the first document, number ${i}`,
      text: text(1),
    }))
    workspace.write('copies.jsonl', asLines(copies))
    await workspace.run(['index', 'build', 'many', 'copies.jsonl', '--id', 'id'])
    workspace.write('new.jsonl', asLines(copies.slice(0, 400)))
    const args = ['index', 'query', 'many', 'new.jsonl', '--limit', '2000', '--memory', '130MB', '--json']
    const { code, stdout } = await workspace.run(args)
    expect(code).toBe(0)
    const { pairs, peakMemoryBytes } = JSON.parse(stdout)
    expect(pairs).toBe(400 * 2000)
    expect(peakMemoryBytes).toBeLessThan(200e6)
  })

  it('is refused if the limit is less than the program needs', async () => {
    const workspace = await built()
    const { code, stderr } = await workspace.run([
      'index',
      'add',
      'seen',
      'in.jsonl',
      '--id',
      'id',
      '--memory',
      '60MB',
    ])
    expect([code, stderr]).toEqual([1, expect.stringContaining('use at least 125 MB')])
  })
})
