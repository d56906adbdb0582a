// A command that computes for long on one thread stops at once on a signal, and leaves nothing.

import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { ownMark } from '../../src/temporary/node-owner.js'
import { appears, asLines, ended, Workspace } from './likewise.js'

const chance = new Random(7)
const below = (limit: number) => chance.below(limit)
const words = (length: number) => Array.from({ length }, () => `word${below(5000)}`).join(' ')

const passages = Array.from({ length: 300 }, () => words(60))
const text = () => [words(150), passages[below(300)], words(150)].join(' ')

const people = Array.from({ length: 10_000 }, (_, i) =>
  [i, `name${below(4000)}`, `family${below(4000)}`, `${below(99)} street${below(3000)}`, below(9999)].join(),
)
const ratings = Array.from({ length: 200_000 }, (_, i) =>
  [below(20_000), below(4000), 1 + below(5), i].join(),
)
const print = () => Array.from({ length: 60 }, () => ({ x: below(400), y: below(500), angle: below(360) }))

/** The work of a command: its input, its arguments, and the stage in which it is stopped. */
const WORK: Readonly<
  Record<string, readonly [file: string, input: () => string, stage: string, ...string[]]>
> = {
  match: [
    'people.csv',
    () => `id,first,last,street,number\n${people.join('\n')}\n`,
    'choosing candidates',
    ...['match', 'people.csv', '--pairs', 'pairs.csv', '--clusters', 'clusters.jsonl'],
  ],
  plagiarism: [
    'texts.jsonl',
    () => asLines(Array.from({ length: 2000 }, (_, id) => ({ id, text: text() }))),
    'comparing texts',
    ...['plagiarism', 'texts.jsonl', '--out', 'results'],
  ],
  recommend: [
    'ratings.csv',
    () => `user,item,rating,time\n${ratings.join('\n')}\n`,
    'comparing items',
    ...['recommend', 'ratings.csv', '--recommendations', 'recommended.jsonl'],
  ],
  fingerprints: [
    'prints.jsonl',
    () => asLines(Array.from({ length: 800 }, (_, id) => ({ id: `${id}`, minutiae: print() }))),
    'comparing',
    ...['fingerprints', 'prints.jsonl', '--pairs', 'pairs.jsonl'],
  ],
  compare: ['text.txt', () => words(300_000), 'comparing', 'compare', 'text.txt', 'text.txt'],
}

describe('a signal during the work of one thread', () => {
  it.each(
    Object.entries(WORK).map(([command, work], i) => ({
      command,
      work,
      signal: i % 2 === 0 ? ('SIGINT' as const) : ('SIGTERM' as const),
    })),
  )('stops $command', async ({ work: [file, input, stage, ...args], signal }) => {
    const workspace = new Workspace()
    workspace.write(file, input())
    const child = workspace.start([...args, '--progress', 'bar'])
    const outcome = ended(child)
    await shows(child, stage)
    child.kill(signal)
    const { code, stdout } = await outcome
    // It was not done: nothing is printed or written.
    expect([code, stdout]).toEqual([signal === 'SIGINT' ? 130 : 143, ''])
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], [file]])
  })
})

describe('a signal during a search of a large input', () => {
  // More than 5 MB, from which on a join has its own thread.
  const texts = asLines(Array.from({ length: 8000 }, (_, id) => ({ id, text: words(80) })))
  const RESUME = 'interrupted; run the same command with --resume to continue'

  it.each([
    ['SIGINT', 'planning', ['find', 'texts.jsonl', '--pairs', 'pairs.jsonl']],
    ['SIGTERM', 'planning', ['find', 'texts.jsonl', '--as', 'news', '--clusters', 'clusters.csv']],
    ['SIGTERM', 'planning', ['dedup', 'texts.jsonl', '--out', 'results']],
    ['SIGINT', 'reading the sets', ['join', 'texts.jsonl', '--text', 'text', '--pairs', 'pairs.jsonl']],
    ['SIGINT', 'planning', ['find', 'texts.jsonl', '--against', 'old.jsonl', '--pairs', 'pairs.jsonl']],
  ] as const)('%s stops it while it shows "%s", and leaves nothing: %j', async (signal, stage, args) => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', texts)
    workspace.write('old.jsonl', asLines([{ id: 'old', text: words(80) }]))
    const child = workspace.start([...args, '--progress', 'bar'])
    const outcome = ended(child)
    await shows(child, stage)
    child.kill(signal)
    expect((await outcome).stdout).toBe('')
    expect(isEndedBy(child, signal)).toBe(true)
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['old.jsonl', 'texts.jsonl']])
  })

  it('stdin of unknown size: the signal ends it while it is read', async () => {
    const workspace = new Workspace()
    const child = workspace.start(['join', '-', '--text', 'text', '--pairs', 'pairs.jsonl'])
    const outcome = ended(child)
    child.stdin!.write(asLines([{ id: 1, text: words(80) }]))
    await appears(workspace.temporary, () => workspace.leftovers().length > 0)
    child.kill('SIGTERM')
    expect(await outcome).toEqual({ code: 143, stdout: '', stderr: '' })
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], []])
  })

  it('a pipe that does not end: the signal ends it while it waits for more', async () => {
    const workspace = new Workspace()
    execFileSync('mkfifo', [join(workspace.folder, 'pipe.jsonl')])
    const child = workspace.start(['find', 'pipe.jsonl', '--pairs', 'pairs.jsonl'])
    const outcome = ended(child)
    // It opens when the program opens it, which soon waits for the first line.
    await using _pipe = await open(join(workspace.folder, 'pipe.jsonl'), 'w')
    await wait(300)
    child.kill('SIGTERM')
    expect((await outcome).stdout).toBe('')
    expect(isEndedBy(child, 'SIGTERM')).toBe(true)
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['pipe.jsonl']])
  })

  it.each([[1], [2]])('a run in a run directory stays resumable (%d signals)', async (signals) => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', texts)
    const find = ['find', 'texts.jsonl', '--threshold', '0.1', '--run-dir', 'run', '--pairs', 'pairs.jsonl']
    const child = workspace.start([...find, '--json'])
    const outcome = ended(child)
    const blocks = join(workspace.folder, 'run', 'blocks')
    await appears(workspace.folder, () => existsSync(blocks) && readdirSync(blocks).length > 0)
    for (let i = 0; i < signals; i++) child.kill('SIGINT')
    const { stdout, stderr } = await outcome
    expect([isEndedBy(child, 'SIGINT'), stdout]).toEqual([true, ''])
    // The second signal may end it before it reports anything.
    if (signals === 1)
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'interrupted', hint: expect.any(String) } })
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['run', 'texts.jsonl']])
    expect(readdirSync(join(workspace.folder, 'run')).sort()).toEqual(['blocks', 'run.json'])
    expect(readdirSync(blocks).filter((name) => !name.endsWith('.block'))).toEqual([])
    const again = workspace.start([...find, '--resume', '--progress', 'bar'])
    const interrupted = ended(again)
    await shows(again, 'planning')
    again.kill('SIGINT')
    expect((await interrupted).stderr).toContain(RESUME)
    expect(await workspace.runAlone([...find, '--resume', '-q'])).toMatchObject({ code: 0, stderr: '' })
    await workspace.runAlone([
      'find',
      'texts.jsonl',
      '--threshold',
      '0.1',
      '-q',
      '--pairs',
      'undisturbed.jsonl',
    ])
    expect(workspace.read('pairs.jsonl') === workspace.read('undisturbed.jsonl')).toBe(true)
  })

  it('a closed pipe ends the run quietly', async () => {
    const workspace = new Workspace()
    const copies = Array.from({ length: 6000 }, (_, id) => ({ id, text: passages[id % 60]! }))
    workspace.write('copies.jsonl', asLines(copies))
    const child = workspace.start(['find', 'copies.jsonl', '--pairs', '-', '--progress', 'none'])
    const errors: string[] = []
    child.stderr!.on('data', (chunk) => errors.push(String(chunk)))
    await once(child.stdout!, 'data')
    child.stdout!.destroy()
    const [code] = await once(child, 'exit')
    expect([code, errors]).toEqual([141, []])
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['copies.jsonl']])
  })
})

/** Ended by this signal: either the program exits with its code, or the signal itself ends a process that waits for LMDB. */
function isEndedBy(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): boolean {
  return child.signalCode === signal || child.exitCode === (signal === 'SIGINT' ? 130 : 143)
}

describe('a signal while an index is written', () => {
  const texts = asLines(Array.from({ length: 15_000 }, (_, id) => ({ id, text: words(80) })))

  it.each([
    ['SIGINT', 'reading documents', []],
    // Documents are in temporary files by then.
    ['SIGTERM', 'writing documents', ['--memory', '200MB']],
    ['SIGINT', 'writing sets', []],
  ] as const)('%s stops a build that shows "%s" %j, which leaves nothing', async (signal, stage, options) => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', texts)
    const child = workspace.start(['index', 'build', 'seen', 'texts.jsonl', '--progress', 'bar', ...options])
    const outcome = ended(child)
    await shows(child, stage)
    child.kill(signal)
    await outcome
    expect(isEndedBy(child, signal)).toBe(true)
    expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['texts.jsonl']])
  })

  it('a stopped addition leaves the index as it was, without a lock', async () => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', texts)
    workspace.write('few.jsonl', asLines([{ id: 'a', text: words(80) }]))
    await workspace.run(['index', 'build', 'old', 'few.jsonl'])
    const child = workspace.start(['index', 'add', 'old', 'texts.jsonl', '--id', 'id', '--progress', 'bar'])
    const outcome = ended(child)
    await shows(child, 'writing the index')
    child.kill('SIGTERM')
    await outcome
    expect(isEndedBy(child, 'SIGTERM')).toBe(true)
    expect(workspace.names()).toContain('old')
    expect(readdirSync(join(workspace.folder, 'old'))).not.toContain('writer.lock')
    const { stdout } = await workspace.run(['index', 'stats', 'old', '--json'])
    expect([1, 15_001]).toContain((JSON.parse(stdout) as { stored: number }).stored)
  })
})

describe('kill -9 while an index is built', () => {
  it.each(['SIGKILL at the start', 'SIGKILL later'])('%s does not block the next build', async (moment) => {
    const workspace = new Workspace()
    workspace.write(
      'texts.jsonl',
      asLines(Array.from({ length: 3000 }, (_, id) => ({ id, text: words(80) }))),
    )
    const child = workspace.start(['index', 'build', 'seen', 'texts.jsonl', '--progress', 'bar'])
    const outcome = ended(child)
    if (moment === 'SIGKILL later') await shows(child, 'writing sets')
    else await appears(workspace.folder, () => workspace.names().includes('seen'))
    child.kill('SIGKILL')
    await outcome
    const again = await workspace.runAlone(['index', 'build', 'seen', 'texts.jsonl', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ stored: 3000 })
    expect(readdirSync(join(workspace.folder, 'seen')).filter((name) => !/^data-1\.mdb/.test(name))).toEqual(
      [],
    )
  })

  it('a file that LMDB has created without tables counts as no index', async () => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', asLines([{ id: 'a', text: words(80) }]))
    mkdirSync(join(workspace.folder, 'seen'))
    const { open } = await import('lmdb')
    await open({ path: join(workspace.folder, 'seen', 'data-1.mdb'), noSubdir: true, maxDbs: 4 }).close()
    const built = await workspace.runAlone(['index', 'build', 'seen', 'texts.jsonl', '--json'])
    expect(JSON.parse(built.stdout)).toMatchObject({ stored: 1 })
  })
})

describe('a snapshot of a killed process', () => {
  it('is removed by the next one in the folder', async () => {
    const workspace = new Workspace()
    workspace.write('texts.jsonl', asLines([{ id: 'a', text: words(80) }]))
    await workspace.run(['index', 'build', 'seen', 'texts.jsonl'])
    const dead = workspace.start(['--version'])
    const mark = ownMark().split('-')[0]!
    const unfinished = `.seen.snapshot.part-${mark}-${dead.pid}-1-0`
    await ended(dead)
    workspace.write(unfinished, 'begun')
    await workspace.runAlone(['index', 'snapshot', 'seen', 'seen.snapshot'])
    expect(workspace.names()).toEqual(['seen', 'seen.snapshot', 'texts.jsonl'])
  })
})

/** Waits until a process shows that it is in a stage. */
function shows(child: ChildProcess, stage: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let shown = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      shown += chunk.toString()
      if (shown.includes(stage)) resolve()
    })
    child.once('close', () => reject(new Error(`it ended before "${stage}": ${shown}`)))
  })
}
