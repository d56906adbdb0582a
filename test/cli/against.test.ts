import { describe, expect, it } from 'vitest'
import { asLines, jsonLines, Workspace } from './likewise.js'

const PLANE = 'the plane was ready for touchdown at the old airport in the hills'
const BOAT = 'a small boat went down the river and nobody saw where it went'
const TRAIN = 'trains leave the station every hour but on sundays they do not'

/** New articles and an archive, whose ids are the same and whose fields are not. */
function news(): Workspace {
  const workspace = new Workspace()
  workspace.write(
    'new.jsonl',
    asLines([
      { id: 'n1', text: PLANE },
      { id: 'n2', text: `${BOAT} after dark` },
      { id: 'n3', text: TRAIN },
      { id: 'n4', text: `${TRAIN} at all` },
      { id: 'n5', text: TRAIN.toUpperCase() },
    ]),
  )
  workspace.write('archive.csv', `key,body\no1,${BOAT}\no2,${PLANE}\no3,${PLANE} again\n`)
  return workspace
}

const FIELDS = [
  '--against',
  'archive.csv',
  '--against-text',
  'body',
  '--against-id',
  'key',
  '--threshold',
  '0.6',
]

describe.concurrent('--against', () => {
  it('finds the pairs of the input with other documents, and names both', async () => {
    const workspace = news()
    const { code, stdout, stderr } = await workspace.run([
      'find',
      'new.jsonl',
      ...FIELDS,
      '--pairs',
      'known.csv',
      '--json',
    ])
    expect([code, stderr.includes('against')]).toEqual([0, true])
    expect(workspace.read('known.csv').trim().split('\n').sort()).toEqual([
      'a,b,similarity',
      expect.stringMatching(/^n1,o2,1$/),
      expect.stringMatching(/^n1,o3,0\.9/),
      expect.stringMatching(/^n2,o1,0\.8/),
    ])
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(report).toMatchObject({
      inputs: ['new.jsonl'],
      documents: 5,
      pairs: 3,
      clusters: 0,
      against: {
        inputs: ['archive.csv'],
        documents: 3,
        identical: 1,
        equal: 0,
        alsoWithin: false,
        fields: { text: ['body'], id: 'key' },
      },
    })
  })

  it('distinguishes the sides if pairs within the input are also listed', async () => {
    const workspace = news()
    await workspace.run([
      ...['find', 'new.jsonl', ...FIELDS, '--also-within', '--pairs', 'all.jsonl', '--clusters', 'c.jsonl'],
      '--quiet',
    ])
    expect(workspace.rows('all.jsonl').map(({ a, b, against }) => [a, b, against])).toEqual([
      ['n1', 'o2', true],
      ['n1', 'o3', true],
      ['n2', 'o1', true],
      ['n3', 'n4', false],
      ['n3', 'n5', false],
      ['n4', 'n5', false],
    ])
    expect(workspace.rows('c.jsonl')).toMatchObject([{ members: ['n3', 'n4', 'n5'] }])
  })

  it('removes what the other documents have, and restores it', async () => {
    const workspace = news()
    const before = workspace.read('new.jsonl')
    const { code } = await workspace.run(['dedup', 'new.jsonl', ...FIELDS, '--quiet'])
    expect(code).toBe(0)
    expect(workspace.rows('new.kept.jsonl').map(({ id }) => id)).toEqual(['n3', 'n4', 'n5'])
    expect(
      workspace.rows('new.removed.jsonl').map(({ id, survivor, reason }) => [id, survivor, reason]),
    ).toEqual([
      ['n1', 'o2', 'against-identical'],
      ['n2', 'o1', 'against-similar'],
    ])
    await workspace.run(['restore', 'new.manifest.json', '--output', 'again.jsonl', '--quiet'])
    expect(workspace.read('again.jsonl')).toBe(before)
  })

  it('then removes near-duplicates among the rest, if requested', async () => {
    const workspace = news()
    const args = ['dedup', 'new.jsonl', ...FIELDS, '--also-within', '--quiet', '--survivor', 'longest']
    expect((await workspace.run(args)).code).toBe(0)
    expect(workspace.rows('new.kept.jsonl').map(({ id }) => id)).toEqual(['n4'])
    expect(
      workspace.rows('new.removed.jsonl').map(({ id, survivor, reason }) => [id, survivor, reason]),
    ).toEqual([
      ['n1', 'o2', 'against-identical'],
      ['n2', 'o1', 'against-similar'],
      ['n3', 'n4', 'similar'],
      ['n5', 'n4', 'similar'],
    ])
  })

  it('resumes where it was interrupted, and gives the same with any memory and workers', async () => {
    const workspace = news()
    const run = async (...more: string[]) => {
      const { stdout, code } = await workspace.run([
        'find',
        'new.jsonl',
        ...FIELDS,
        '--pairs',
        '-',
        '--quiet',
        ...more,
      ])
      expect(code).toBe(0)
      return jsonLines(stdout)
    }
    const plain = await run()
    expect(await run('--workers', '3')).toEqual(plain)
    expect(await run('--workers', '1', '--memory', '256MB')).toEqual(plain)
    expect(await run('--run-dir', 'run')).toEqual(plain)
    expect(await run('--run-dir', 'run', '--resume')).toEqual(plain)
    const other = await workspace.run(['recluster', 'run', '--threshold', '0.9'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('--against')])
    const changed = await workspace.run([
      ...['find', 'new.jsonl', ...FIELDS, '--also-within', '--run-dir', 'run', '--resume'],
    ])
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('alsoWithin')])
  })

  it.each([
    ['bands', '0.9'],
    ['exact', '1'],
  ])('uses the stored results of a finished run, by %s', async (method, recall) => {
    const workspace = news()
    const read = ['archive.csv', '--text', 'body', '--id', 'key', '--threshold', '0.6', '--recall', recall]
    expect(
      (await workspace.run(['find', ...read, '--method', method, '--run-dir', 'run', '--quiet'])).code,
    ).toBe(0)
    const find = async (...args: string[]) => {
      const { stdout, stderr, code } = await workspace.run([
        'find',
        'new.jsonl',
        ...args,
        '--pairs',
        '-',
        '--quiet',
      ])
      expect([code, stderr]).toEqual([0, ''])
      return jsonLines(stdout)
    }
    const known = await find('--against', 'run')
    expect(known.map(({ a, b }) => [a, b])).toEqual([
      ['n1', 'o2'],
      ['n1', 'o3'],
      ['n2', 'o1'],
    ])
    expect(known).toEqual(await find(...FIELDS, '--recall', recall, '--method', method))
    const other = await workspace.run(['find', 'new.jsonl', '--against', 'run', '--threshold', '0.7'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('0.6')])
    workspace.write('archive.csv', 'key,body\no1,changed\n')
    const changed = await workspace.run(['find', 'new.jsonl', '--against', 'run'])
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('its inputs have changed')])
  })

  it('rejects options that make no sense', async () => {
    const workspace = news()
    for (const [args, problem] of [
      [['--also-within'], '--also-within requires --against'],
      [['--against-id', 'key'], '--against-id requires --against'],
      [[...FIELDS, '--clusters', 'c.jsonl'], 'add --also-within'],
      [['--against', 'missing.jsonl'], 'missing.jsonl'],
    ] as const) {
      const { code, stderr } = await workspace.run(['find', 'new.jsonl', ...args])
      expect(code).toBeGreaterThan(0)
      expect(stderr).toContain(problem)
    }
  })
})
