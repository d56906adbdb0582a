// Runs the built command line in a process of its own, in a folder of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { isLong } from '../depth.js'
import { runWarm } from './warm-program.js'

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export const ARTICLES = fileURLToPath(new URL('../../examples/data/articles.jsonl', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const roots: string[] = []

/** Removes the folders of the tests so far. */
export function removeWorkspaces(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
}

// Where files share a process, this is evaluated for the first of them only (setup.ts).
afterAll(removeWorkspaces)

/** A folder for the tests of a file, with a folder for temporary files next to it. Both are removed after the tests. */
export class Workspace {
  readonly root = mkdtempSync(join(tmpdir(), 'likewise-test-'))
  readonly folder = join(this.root, 'here')
  readonly temporary = join(this.root, 'temporary')

  constructor() {
    mkdirSync(this.folder)
    mkdirSync(this.temporary)
    roots.push(this.root)
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(join(this.folder, name), content)
    return name
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8')
  }

  rows(name: string): Record<string, unknown>[] {
    return jsonLines(this.read(name))
  }

  names(): string[] {
    return readdirSync(this.folder).sort()
  }

  /** The temporary files that were left behind; there must be none, however a run ends. */
  leftovers(): string[] {
    return readdirSync(this.temporary)
  }

  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(process.execPath, [MAIN, ...args], {
      cwd: this.folder,
      env: { ...process.env, ...this.#environment(env) },
    })
  }

  /** Runs a command line to its end: in a process of its own only where tests are long. */
  async run(
    args: readonly string[],
    stdin: string | Uint8Array = '',
    env: NodeJS.ProcessEnv = {},
  ): Promise<Outcome> {
    if (isLong || needsOwnProcess(args)) return this.runAlone(args, stdin, env)
    const outcome = await runWarm(MAIN, { args, folder: this.folder, env: this.#environment(env), stdin })
    return { ...outcome, stderr: withoutProgress(outcome.stderr) }
  }

  /** Runs a command line in a process of its own. */
  runAlone(
    args: readonly string[],
    stdin: string | Uint8Array = '',
    env: NodeJS.ProcessEnv = {},
  ): Promise<Outcome> {
    const child = this.start(args, env)
    child.stdin!.on('error', () => {})
    child.stdin!.end(stdin)
    return ended(child)
  }

  #environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { TMPDIR: this.temporary, NO_COLOR: '1', ...env }
  }
}

/** The memory of a process that has done something else before says nothing, and flags of V8 stay. */
function needsOwnProcess(args: readonly string[]): boolean {
  return args.some((arg) => arg === '--memory' || arg.startsWith('--memory='))
}

/** On a slow machine a run of over ten seconds prints how far it is. */
function withoutProgress(stderr: string): string {
  return stderr.replace(/^likewise: [\d.]+ (?:s|min|h)(?: \d+ (?:s|min))?: .*\n/gm, '')
}

/** The outcome of a process, without progress. */
export function ended(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout!.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr!.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('close', (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString(),
        stderr: withoutProgress(Buffer.concat(stderr).toString()),
      }),
    )
  })
}

/** Waits until something in a folder has come true. */
export async function appears(folder: string, isTrue: () => boolean): Promise<void> {
  const watcher = watch(folder)
  try {
    while (!isTrue()) {
      const turn = new AbortController()
      await Promise.race([once(watcher, 'change', { signal: turn.signal }).catch(() => {}), wait(50)])
      turn.abort()
    }
  } finally {
    watcher.close()
  }
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** A text of its own for each number: no two share a shingle of five words. */
export function prose(number: number, words = 30): string {
  return Array.from({ length: words }, (_, i) => `w${number}x${i}`).join(' ')
}

/** Three documents that are alike, with two others between them. */
export const FIVE = [
  { id: 'a', source: 'x', date: '2024-01-01', text: prose(1) },
  { id: 'b', source: 'y', date: '2024-01-02', text: prose(2) },
  { id: 'c', source: 'y', date: '2024-01-03', text: `${prose(1)} end` },
  { id: 'd', source: 'x', date: '2024-01-04', text: prose(3) },
  { id: 'e', source: 'z', date: '2024-01-05', text: prose(1).toUpperCase() },
]

export function asLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
