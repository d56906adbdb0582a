import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asLines, Workspace } from './likewise.js'

const QUESTION = 'Which planet of the solar system has the most moons, and how many of them are known today?'
const OTHER = 'A farmer has seventeen sheep and all but nine of them run away; how many are left?'
const FILLER = 'Some other words that stand around it and say nothing of interest to anybody at all.'

/** Three training documents, of which two have a question in their middle, and two benchmarks. */
function training(): Workspace {
  const workspace = new Workspace()
  workspace.write(
    'train.jsonl',
    asLines([
      { id: 't1', text: `${FILLER} ${FILLER}` },
      { id: 't2', text: `${FILLER}\n${QUESTION.toUpperCase().replaceAll(' ', '\n')} ${FILLER}` },
      { id: 't3', text: `${FILLER} ${OTHER.replace('run away', 'run far away')} ${FILLER}` },
      { id: 't4', text: 'yes' },
    ]),
  )
  workspace.write(
    'questions.jsonl',
    asLines([
      { id: 'q1', question: QUESTION },
      { id: 'q2', question: 'Yes or no?' },
    ]),
  )
  workspace.write('sheep.csv', `id,problem\n7,"${OTHER}"\n8,"${OTHER.split(' ').toReversed().join(' ')}"\n`)
  return workspace
}

const BENCHMARKS = [
  ...['--benchmarks', 'questions.jsonl', '--benchmarks', 'sheep.csv', '--min-overlap', '0.6'],
]

describe.concurrent('likewise decontaminate', () => {
  it('finds the same with any number of workers', async () => {
    const workspace = training()
    // Enough bytes for workers, in batches of one to several records.
    const documents = Array.from({ length: 900 }, (_, i) => ({
      id: i,
      text: `${FILLER.repeat(1 + ((i * 7) % 120))} ${i % 9 === 0 ? QUESTION : ''} ${i % 31 === 0 ? OTHER : ''}`,
    }))
    workspace.write('large.jsonl', asLines(documents))
    const runs = await Promise.all(
      ['1', '3'].map(async (workers) => {
        const args = ['large.jsonl', ...BENCHMARKS, '--workers', workers, '--out', workers, '--json']
        const { code, stdout } = await workspace.run(['decontaminate', ...args])
        expect(code).toBe(0)
        const { documents, contaminated, spans, itemsFound } = JSON.parse(stdout)
        expect({ documents, contaminated, itemsFound }).toEqual({
          documents: 900,
          contaminated: 126,
          itemsFound: 2,
        })
        const files = ['contamination.jsonl', 'kept.jsonl', 'removed.jsonl']
        return [spans, ...files.map((file) => workspace.read(`${workers}/large.${file}`))]
      }),
    )
    expect(runs[1]).toEqual(runs[0])
  })

  it('reports items, documents, spans and overlap, and removes the documents', async () => {
    const workspace = training()
    const before = workspace.read('train.jsonl')
    const { code, stdout } = await workspace.run([
      'decontaminate',
      'train.jsonl',
      ...BENCHMARKS,
      '--json',
      '--quiet',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 4,
      contaminated: 2,
      items: 4,
      itemsFound: 2,
      itemsTooShort: 1,
      spans: 2,
      kept: 2,
      removed: 2,
    })
    const [one, two, short, ...rest] = workspace.rows('train.contamination.jsonl')
    expect(rest).toEqual([])
    expect(one).toMatchObject({
      status: 'contained',
      benchmark: 'questions.jsonl',
      item: 'q1',
      document: 't2',
      overlap: 1,
    })
    const { text } = workspace.rows('train.jsonl')[1] as { text: string }
    expect(text.slice(one!.start as number, one!.end as number)).toMatch(/^WHICH\nPLANET\n.*TODAY$/s)
    expect(two).toMatchObject({ benchmark: 'sheep.csv', item: '7', document: 't3' })
    expect(two!.overlap).toBeGreaterThanOrEqual(0.6)
    expect(short).toMatchObject({ status: 'too-short', benchmark: 'questions.jsonl', item: 'q2' })
    expect(workspace.rows('train.kept.jsonl').map(({ id }) => id)).toEqual(['t1', 't4'])
    expect(workspace.rows('train.removed.jsonl')).toMatchObject([
      { id: 't2', survivor: 'questions.jsonl:q1', similarity: 1, reason: 'contaminated' },
      { id: 't3', survivor: 'sheep.csv:7', reason: 'contaminated' },
    ])
    await workspace.run(['restore', 'train.manifest.json', '--output', 'again.jsonl', '--quiet'])
    expect(workspace.read('again.jsonl')).toBe(before)
  })

  it('cuts spans out of documents, and keeps the originals', async () => {
    const workspace = training()
    const args = ['decontaminate', 'train.jsonl', ...BENCHMARKS, '--remove', 'spans', '--quiet']
    expect((await workspace.run(args)).code).toBe(0)
    const [two, three] = workspace.rows('train.edited.jsonl') as { id: string; text: string }[]
    expect(two).toEqual({ id: 't2', text: `${FILLER}\n? ${FILLER}` })
    expect(three!.text).not.toContain('seventeen sheep')
    expect(workspace.rows('train.removed.jsonl').map(({ id }) => id)).toEqual(['t2', 't3'])
  })

  it('leaves nothing that the parts of a cut document form together', async () => {
    const words = Array.from({ length: 14 }, (_, i) => `word${i}`)
    const item = words.join(' ')
    const around = [...words.slice(0, 7), item, ...words.slice(7), 'and more'].join(' ')
    const workspace = new Workspace()
    workspace.write('items.jsonl', `${JSON.stringify({ id: 1, text: item })}\n`)
    workspace.write('around.jsonl', `${JSON.stringify({ id: 1, text: around })}\n`)
    const args = ['--benchmarks', 'items.jsonl', '--remove', 'spans', '--quiet']
    expect((await workspace.run(['decontaminate', 'around.jsonl', ...args])).code).toBe(0)
    expect(workspace.rows('around.edited.jsonl')).toEqual([
      { id: 1, text: expect.stringMatching(/^\s*and more$/) },
    ])
  })

  it('reads every format, and writes the report as a table', async () => {
    const workspace = training()
    const rows = workspace.rows('train.jsonl') as { id: string; text: string }[]
    const csv = rows.map(({ id, text }) => `${id},"${text}"`).join('\n')
    workspace.write('train.csv', `id,text\n${csv}\n`)
    workspace.write('train.gz.jsonl.gz', gzipSync(workspace.read('train.jsonl')))
    for (const name of ['train.csv', 'train.gz.jsonl.gz']) {
      const args = [
        'decontaminate',
        name,
        ...BENCHMARKS,
        '--report',
        `${name}.report.csv`,
        '--quiet',
        '--out',
        `of-${name}`,
      ]
      expect(await workspace.run(args)).toMatchObject({ code: 0, stderr: '' })
      const [header, ...lines] = workspace.read(`${name}.report.csv`).trim().split('\n')
      expect(header).toBe('status,benchmark,item,document,position,overlap,start,end')
      expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
        'contained,questions.jsonl,q1,t2',
        'contained,sheep.csv,7,t3',
        'too-short,questions.jsonl,q2,',
      ])
    }
  })

  it('searches for short items word by word if requested, and writes nothing in a dry run', async () => {
    const workspace = training()
    workspace.write(
      'short.jsonl',
      asLines([
        { id: 's', text: 'Yes.' },
        { id: 'none', text: '…' },
      ]),
    )
    const args = ['decontaminate', 'train.jsonl', '--benchmarks', 'short.jsonl', '--short-items', 'match']
    const names = workspace.names()
    const { code, stdout } = await workspace.run([...args, '--dry-run', '--json', '--quiet'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ contaminated: 1, itemsFound: 1, itemsTooShort: 1 })
    expect(workspace.names()).toEqual(names)
  })

  it('stops at bad records of either side, or counts them, and refuses what makes no sense', async () => {
    const workspace = training()
    workspace.write('bad.jsonl', `${asLines([{ id: 'b', text: QUESTION }])}{"id":"c","text":7}\n`)
    for (const args of [
      ['bad.jsonl', ...BENCHMARKS],
      ['train.jsonl', '--benchmarks', 'bad.jsonl'],
    ]) {
      const stopped = await workspace.run(['decontaminate', ...args, '--dry-run'])
      expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('bad.jsonl, line 2')])
      const skipped = await workspace.run([
        'decontaminate',
        ...args,
        '--dry-run',
        '--json',
        '--quiet',
        '--on-error',
        'skip',
      ])
      expect(JSON.parse(skipped.stdout)).toMatchObject({ skipped: 1, contaminated: 1 })
    }
    for (const [args, problem] of [
      [[], 'add --benchmarks'],
      [[...BENCHMARKS, '--shingle', 'chars:5'], 'use --shingle words:K'],
      [[...BENCHMARKS, '--edited', 'e.jsonl'], 'add --remove spans'],
      [[...BENCHMARKS, '--min-overlap', '0'], '--min-overlap'],
    ] as const) {
      const { code, stderr } = await workspace.run(['decontaminate', 'train.jsonl', ...args])
      expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
    }
  })
})
