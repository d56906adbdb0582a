import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RunDirectory, readRun } from '../../../../src/engine/node/node-run-directory.js'
import { InvalidArtifact, RunInUse, RunMismatch, UnwritableOutput } from '../../../../src/model/errors.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-runs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newPath = () => join(root, `${folders++}`)

const IDENTITY = {
  program: '1.0',
  plan: { method: 'bands', bands: 20 },
  inputs: [
    { name: 'a.jsonl', bytes: 10 },
    { name: 'b.jsonl', bytes: 20 },
  ],
}

/** A directory in which a run was cut off, with the lock that it left. */
function cutOff(lock: string): string {
  const path = newPath()
  RunDirectory.open(path, IDENTITY, false).close()
  writeFileSync(join(path, 'lock'), lock)
  return path
}

describe('a run directory', () => {
  it('is created, described, locked while it is open, and opened again with resume', () => {
    const path = join(newPath(), 'deep', 'in')
    const run = RunDirectory.open(path, IDENTITY, false)
    expect(readdirSync(path).sort()).toEqual(['blocks', 'lock', 'run.json'])
    expect(readRun(path)).toMatchObject({ format: 'likewise-run', version: 17, ...IDENTITY })
    run.close()
    expect(readdirSync(path).sort()).toEqual(['blocks', 'run.json'])
    const again = RunDirectory.open(path, IDENTITY, true)
    expect(again.identity).toBe(run.identity)
    again.close()
  })

  it('that contains a run is not overwritten without resume, nor is one that contains anything else', () => {
    const path = newPath()
    RunDirectory.open(path, IDENTITY, false).close()
    expect(() => RunDirectory.open(path, IDENTITY, false)).toThrow(
      /already holds a run; add `resume: true` to continue it/,
    )
    const other = newPath()
    mkdirSync(other)
    writeFileSync(join(other, 'thesis.txt'), '')
    for (const resume of [false, true]) {
      expect(() => RunDirectory.open(other, IDENTITY, resume)).toThrow(UnwritableOutput)
      expect(readdirSync(other)).toEqual(['thesis.txt'])
    }
    const file = newPath()
    writeFileSync(file, '')
    expect(() => RunDirectory.open(file, IDENTITY, false)).toThrow('it is a file; name a folder')
  })

  it('of another run is refused with what differs', () => {
    const path = newPath()
    RunDirectory.open(path, IDENTITY, false).close()
    const reopen = (other: object) => () => RunDirectory.open(path, { ...IDENTITY, ...other }, true)
    expect(reopen({ program: '1.1' })).toThrow('differences: program (stored: "1.0", now: "1.1")')
    expect(reopen({ plan: { method: 'bands', bands: 30 } })).toThrow('plan bands (stored: 20, now: 30)')
    expect(reopen({ clusters: 'stars' })).toThrow('clusters (stored: none, now: "stars")')
    const [first, second] = IDENTITY.inputs
    expect(reopen({ inputs: [first, { ...second, bytes: 21 }] })).toThrow(
      'inputs b.jsonl bytes (stored: 20, now: 21)',
    )
    expect(reopen({ inputs: [first] })).toThrow(/inputs b\.jsonl \(stored: \{.*\}, now: none\)/)
    expect(reopen({ inputs: [second, first] })).toThrow(RunMismatch)
    // And it is not locked by those that were refused.
    expect(readdirSync(path).sort()).toEqual(['blocks', 'run.json'])
  })

  it('of another format version, of another kind, or damaged is refused', () => {
    const path = newPath()
    RunDirectory.open(path, IDENTITY, false).close()
    const text = readFileSync(join(path, 'run.json'), 'utf8')
    const rewritten = (content: string) => () => {
      writeFileSync(join(path, 'run.json'), content)
      return RunDirectory.open(path, IDENTITY, true)
    }
    for (const version of [3, 16, 18]) {
      expect(rewritten(text.replace('"version": 17', `"version": ${version}`))).toThrow(
        `run version ${version} was written by another version of Likewise; this one reads version 17`,
      )
    }
    expect(rewritten(text.replace('likewise-run', 'other'))).toThrow(InvalidArtifact)
    for (const damaged of ['', text.slice(0, 50), 'null', '7']) expect(rewritten(damaged)).toThrow('damaged')
    expect(() => readRun(root)).toThrow('it has no run.json')
  })

  it('of a run that was interrupted before it was described can be resumed or started', () => {
    for (const resume of [false, true]) {
      const path = newPath()
      mkdirSync(join(path, 'blocks'), { recursive: true })
      writeFileSync(join(path, 'run.json.part'), '{"form')
      writeFileSync(join(path, 'lock.123'), '')
      RunDirectory.open(path, IDENTITY, resume).close()
      expect(readRun(path)).toMatchObject(IDENTITY)
    }
  })

  it('loses what was being written when the run was interrupted', () => {
    const path = newPath()
    RunDirectory.open(path, IDENTITY, false).close()
    writeFileSync(join(path, 'blocks', 'sketch-0.block'), '')
    writeFileSync(join(path, 'blocks', 'sketch-1.block.part'), 'half')
    const run = RunDirectory.open(path, IDENTITY, true)
    expect(readdirSync(run.blocks)).toEqual(['sketch-0.block'])
    writeFileSync(join(path, 'blocks', 'sketch-2.block.part'), 'half')
    run.close()
    expect(readdirSync(run.blocks)).toEqual(['sketch-0.block'])
  })
})

describe('the lock of a run directory', () => {
  it('of a running process keeps others out, and stays', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      await once(child, 'spawn')
      const lock = JSON.stringify({ pid: child.pid, started: startOf(child.pid!) })
      const path = cutOff(lock)
      expect(() => RunDirectory.open(path, IDENTITY, true)).toThrow(RunInUse)
      expect(() => RunDirectory.open(path, IDENTITY, true)).toThrow(`in use by process ${child.pid}`)
      expect(readFileSync(join(path, 'lock'), 'utf8')).toBe(lock)
      expect(readdirSync(path).sort()).toEqual(['blocks', 'lock', 'run.json'])
    } finally {
      child.kill()
    }
  })

  it('of this process also keeps others out', () => {
    const path = newPath()
    const run = RunDirectory.open(path, IDENTITY, false)
    expect(() => RunDirectory.open(path, IDENTITY, true)).toThrow(RunInUse)
    run.close()
    const next = RunDirectory.open(path, IDENTITY, true)
    // A second close of the first is no business of the second.
    run.close()
    expect(() => RunDirectory.open(path, IDENTITY, true)).toThrow(RunInUse)
    next.close()
  })

  it('of a process that has ended is taken over', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    const started = startOf(child.pid!)
    await once(child, 'exit')
    const path = cutOff(JSON.stringify({ pid: child.pid, started }))
    const run = RunDirectory.open(path, IDENTITY, true)
    expect(JSON.parse(readFileSync(join(path, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    run.close()
    expect(readdirSync(path).sort()).toEqual(['blocks', 'run.json'])
  })

  it('whose process id another process now has is taken over', () => {
    const path = cutOff(JSON.stringify({ pid: process.ppid, started: '1' }))
    RunDirectory.open(path, IDENTITY, true).close()
  })

  it('that is empty or invalid, as after a power failure, is taken over', () => {
    for (const content of ['', '{"pid":', 'null', '{}']) {
      RunDirectory.open(cutOff(content), IDENTITY, true).close()
    }
  })
})

function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19]!
}
