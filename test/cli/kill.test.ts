// Runs that are killed, at any moment, and go on.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import type { NodeFindResult } from '../../src/engine/node/node-engine-options.js'
import { nodeFind } from '../../src/engine/node/node-find.js'
import { openSource } from '../../src/read/node-open-source.js'
import { byDepth } from '../depth.js'
import { collectPairs } from '../unit/engine/node/collect-pairs.js'
import { appears, asLines, ended, prose, Workspace } from './likewise.js'

/** Documents in pairs that are alike, triples that are equal, and others. */
function records(count: number, words: number, seed: number) {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const kind = random.below(4)
    if (kind === 0) return { text: prose(random.below(count), words) }
    if (kind === 1) return { text: `${prose(random.below(count), words)} end${i}` }
    return { text: prose(seed * count + i, words) }
  })
}

/** A time in seconds that a file can keep exactly. */
const LONG_AGO = 1.7e9
const MOMENTS = byDepth({ short: 1, long: 10 })
/** After how many whole blocks a run dies. */
const BLOCKS = byDepth({ short: 4, long: 1 })
const REQUEST = { threshold: 0.9, recall: 0.8 }

/** Goes on with a run and dies when some blocks more are whole; if there are fewer to make, it ends well. */
const DIES_AFTER_BLOCKS = `
import { nodeFind } from ${JSON.stringify(built('engine/node/node-find.js'))}
import { openSource } from ${JSON.stringify(built('read/node-open-source.js'))}
const [runDir, ...inputs] = process.argv.slice(2)
let left = ${BLOCKS}
const onBlock = () => --left > 0 || process.kill(process.pid, 'SIGKILL')
const options = { ...${JSON.stringify(REQUEST)}, workers: 1, runDir, resume: true, onBlock }
const result = await nodeFind(await openSource(inputs), options)
result.close()
`

function built(file: string): string {
  return new URL(`../../dist/${file}`, import.meta.url).href
}

describe.concurrent('kill -9', () => {
  it('at the ends of blocks, then resumed: the same pairs and clusters', {
    timeout: 300_000,
  }, async () => {
    const workspace = new Workspace()
    const inputs = [1, 2, 3].map((seed) =>
      join(workspace.folder, workspace.write(`${seed}.jsonl`, asLines(records(60, 20, seed)))),
    )
    const source = await openSource(inputs)
    const expected = contentOf(await nodeFind(source, { ...REQUEST, workers: 1 }))
    expect(expected.pairs.count).toBeGreaterThan(20)
    workspace.write('dies.mjs', DIES_AFTER_BLOCKS)
    const run = join(workspace.folder, 'run')
    let killed = 0
    for (;;) {
      const child = spawn(process.execPath, [join(workspace.folder, 'dies.mjs'), run, ...inputs])
      const { code } = await ended(child)
      if (code === 0) break
      expect(child.signalCode).toBe('SIGKILL')
      killed++
      // A copy runs to the end; the run itself dies once more, some blocks later.
      const copy = join(workspace.folder, `copy-${killed}`)
      cpSync(run, copy, { recursive: true })
      const result = await nodeFind(source, { ...REQUEST, workers: 1, runDir: copy, resume: true })
      expect(result.reused.damaged).toBe(0)
      expect(result.reused.found).toBeGreaterThanOrEqual(Math.min(killed, 3))
      expect(contentOf(result)).toEqual(expected)
      result.close()
    }
    const blocks = readdirSync(join(run, 'blocks'))
    expect(blocks.length).toBeGreaterThan(15)
    expect(killed).toBe(Math.floor(blocks.length / BLOCKS))
  })

  it.each(['bands', 'exact'])(
    'at random moments of a search by %s, then resumed: the same files, byte for byte',
    {
      timeout: 300_000,
    },
    async (method) => {
      const workspace = new Workspace()
      for (const seed of [1, 2]) workspace.write(`${seed}.jsonl`, asLines(records(1500, 60, seed)))
      const find = (run: string, files: string) => [
        ...['find', '1.jsonl', '2.jsonl', '-q', '--threshold', '0.9', '--method', method],
        ...['--run-dir', run, '--resume'],
        ...['--pairs', `${files}.pairs.jsonl`, '--clusters', `${files}.clusters.jsonl`],
      ]
      await killAndResume(workspace, find, ['pairs', 'clusters'])
    },
  )

  it.each([
    ['of a join', ['join', 'a.sets'], []],
    ['of a join within a memory budget', ['join', 'a.sets'], ['--memory', '200MB']],
    ['of a probe', ['probe', 'a.sets', 'b.sets', '--top', '5'], []],
  ])(
    'at random moments %s, then resumed: the same file, byte for byte',
    { timeout: 300_000 },
    async (_, command, options) => {
      const workspace = new Workspace()
      for (const [seed, name] of ['a.sets', 'b.sets'].entries())
        workspace.write(name, sets(options.length === 0 ? 1500 : 500, seed))
      const run = (folder: string, files: string) => [
        ...command,
        ...['-q', '--threshold', '0.3', '--run-dir', folder, '--resume', '--pairs', `${files}.pairs.jsonl`],
        ...options,
      ]
      await killAndResume(workspace, run, ['pairs'])
    },
  )

  it.each([
    ['of sets on lines', ['join', 'a.sets', 'b.sets'], []],
    ['of records', ['join', 'a.jsonl', '--id', 'name', '--on-error', 'skip'], ['--json']],
    ['of documents', ['probe', 'a.csv', 'b.csv', '--shingle', 'chars:4', '--id', 'name'], []],
  ])(
    'after the inputs of a join %s were read: it is resumed without reading them again',
    { timeout: 300_000 },
    async (_, command, json) => {
      const workspace = new Workspace()
      for (const [seed, name] of ['a', 'b'].entries()) {
        const lines = sets(4000, seed).trimEnd().split('\n')
        workspace.write(`${name}.sets`, `${lines.join('\n')}\n`)
        const record = (line: string, i: number) =>
          i === 40 ? { name: i } : { name: `${name}${i}`, items: line.split(' ') }
        workspace.write(`${name}.jsonl`, asLines(lines.map(record)))
        workspace.write(
          `${name}.csv`,
          `name,text\n${lines.map((line, i) => `${name}${i},${line}`).join('\n')}\n`,
        )
      }
      const inputs = command
        .filter((name) => /^[ab]\./.test(name))
        .map((name) => join(workspace.folder, name))
      for (const input of inputs) utimesSync(input, LONG_AGO, LONG_AGO)
      const args = (run: string, pairs: string) => [
        ...command,
        ...json,
        '--threshold',
        '0.3',
        '--run-dir',
        run,
        '--pairs',
        pairs,
      ]
      const expected = await workspace.run(args('undisturbed', 'expected.jsonl'))
      expect(expected.code).toBe(0)
      const child = workspace.start(args('run', 'pairs.jsonl'))
      const outcome = ended(child)
      await appears(workspace.folder, () =>
        existsSync(join(workspace.folder, 'run', 'blocks', `sets-${inputs.length - 1}-all.block`)),
      )
      child.kill('SIGKILL')
      await outcome
      for (const input of inputs) spoilWhatIsNotSampled(input)
      const resumed = await workspace.run([...args('run', 'pairs.jsonl'), '--resume', '--force'])
      expect(workspace.read('pairs.jsonl') === workspace.read('expected.jsonl')).toBe(true)
      expect(workspace.read('pairs.jsonl').length).toBeGreaterThan(1000)
      if (json.length > 0) expect(withoutCost(resumed.stdout)).toEqual(withoutCost(expected.stdout))
    },
  )
})

/** Overwrites what a run directory does not look at when it checks that an input is unchanged. */
function spoilWhatIsNotSampled(file: string): void {
  const bytes = readFileSync(file)
  const last = bytes.length - 4096
  for (let piece = 0; piece < 15; piece++) {
    const [from, to] = [Math.ceil((last * piece) / 15) + 4096, Math.floor((last * (piece + 1)) / 15)]
    if (from < to) bytes.fill('?', from, to)
  }
  expect(bytes.equals(readFileSync(file))).toBe(false)
  writeFileSync(file, bytes)
  utimesSync(file, LONG_AGO, LONG_AGO)
}

function withoutCost(json: string): object {
  const { seconds, peakMemoryBytes, written, ...rest } = JSON.parse(json)
  expect(typeof seconds).toBe('number')
  return rest
}

/** Sets of elements that are shared by many. */
function sets(count: number, seed: number): string {
  const random = new Random(seed)
  const lines = Array.from({ length: count }, () => {
    const size = 5 + random.below(15)
    return Array.from({ length: size }, () => random.below(80)).join(' ')
  })
  return `${lines.join('\n')}\n`
}

/** Runs a command undisturbed, then kills it at random moments and resumes it, and compares the files. */
async function killAndResume(
  workspace: Workspace,
  command: (run: string, files: string) => string[],
  kinds: readonly string[],
): Promise<void> {
  const began = performance.now()
  expect(await workspace.run(command('undisturbed', 'expected'))).toEqual({ code: 0, stdout: '', stderr: '' })
  const time = performance.now() - began
  const expected = kinds.map((kind) => workspace.read(`expected.${kind}.jsonl`))
  expect(expected[0]!.length).toBeGreaterThan(1000)
  const random = new Random(4)
  for (let kills = 0, run = 0; kills < MOMENTS; run++) {
    const [folder, files] = [`run-${run}`, `got-${run}`]
    for (;;) {
      const child = workspace.start(command(folder, files))
      const outcome = ended(child)
      if (kills < MOMENTS) {
        await Promise.race([outcome, wait(time * random.unit())])
        child.kill('SIGKILL')
        if ((await outcome).code === null) kills++
      }
      const { code, stderr } = await outcome
      // What has its name is whole, also when the run was killed a moment later.
      for (const [i, kind] of kinds.entries()) {
        const path = join(workspace.folder, `${files}.${kind}.jsonl`)
        if (existsSync(path) || code === 0) expect(readFileSync(path, 'utf8') === expected[i]).toBe(true)
      }
      expect(stderr).toBe('')
      if (code === 0) break
    }
  }
}

describe.concurrent('a run directory', () => {
  it('that another process is using is rejected, and that process is not affected', async () => {
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines(records(4000, 60, 1)))
    const find = ['find', 'in.jsonl', '-q', '--run-dir', 'run', '--pairs']
    const first = workspace.start([...find, 'first.jsonl'])
    const outcome = ended(first)
    await appears(workspace.folder, () => existsSync(join(workspace.folder, 'run', 'lock')))
    first.kill('SIGSTOP')
    for (const resume of [[], ['--resume']]) {
      const { code, stderr } = await workspace.run([...find, 'second.jsonl', ...resume])
      expect(stderr).toBe(
        `likewise: run is in use by process ${first.pid}; wait until it ends, or use another folder\n`,
      )
      expect(code).toBe(1)
    }
    first.kill('SIGCONT')
    expect(await outcome).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await workspace.run([...find, 'second.jsonl', '--resume'])).toMatchObject({ code: 0 })
    expect(workspace.read('second.jsonl') === workspace.read('first.jsonl')).toBe(true)
    expect(workspace.read('first.jsonl').length).toBeGreaterThan(1000)
  })

  it.each([['1'], ['2']])(
    'has no lock or leftovers after Ctrl-C, which says how to resume (%s workers)',
    async (workers) => {
      const workspace = new Workspace()
      workspace.write('in.jsonl', asLines(records(4000, 60, 1)))
      const find = ['find', 'in.jsonl', '--workers', workers, '--run-dir', 'run', '--pairs', 'pairs.jsonl']
      const child = workspace.start(find)
      const outcome = ended(child)
      const blocks = join(workspace.folder, 'run', 'blocks')
      await appears(workspace.folder, () => existsSync(blocks) && readdirSync(blocks).length > 0)
      child.kill('SIGINT')
      expect(await outcome).toEqual({
        code: 130,
        stdout: '',
        stderr: 'interrupted; run the same command with --resume to continue\n',
      })
      expect([workspace.leftovers(), workspace.names()]).toEqual([[], ['in.jsonl', 'run']])
      expect(readdirSync(join(workspace.folder, 'run')).sort()).toEqual(['blocks', 'run.json'])
      expect(readdirSync(blocks).filter((name) => !name.endsWith('.block'))).toEqual([])
      expect(await workspace.run([...find, '--resume', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' })
      await workspace.run(['find', 'in.jsonl', '-q', '--pairs', 'undisturbed.jsonl'])
      expect(workspace.read('pairs.jsonl') === workspace.read('undisturbed.jsonl')).toBe(true)
    },
  )

  it('has none even if results were being written', async () => {
    const workspace = new Workspace()
    workspace.write(
      'in.jsonl',
      asLines(Array.from({ length: 6000 }, (_, i) => ({ text: prose(i % 150, 20) }))),
    )
    const child = workspace.start(['find', 'in.jsonl', '--run-dir', 'run', '--pairs', '-'])
    // Nobody reads on, so the run waits with its pairs.
    await once(child.stdout!, 'readable')
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    child.stdout!.destroy()
    expect(code).toBe(130)
    expect(readdirSync(join(workspace.folder, 'run')).sort()).toEqual(['blocks', 'outcome.json', 'run.json'])
    expect(workspace.leftovers()).toEqual([])
  })
})

function contentOf(result: NodeFindResult) {
  const { documents, identical, candidates } = result
  return {
    documents,
    identical,
    candidates,
    pairs: collectPairs(result.pairs),
    clusters: [...result.clusters],
  }
}
