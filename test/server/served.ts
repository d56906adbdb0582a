// The built command line as a server in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { LikewiseClient } from 'likewise/client'
import { onTestFinished } from 'vitest'
import { MAIN, type Workspace } from '../cli/likewise.js'

export interface Served {
  readonly address: string
  readonly client: LikewiseClient
  readonly process: ChildProcess
  readonly log: () => string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

interface Start {
  /** What the command is run by, such as a shell. */
  readonly by?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** Starts `likewise serve`, or says why it ended. */
export async function serve(
  workspace: Workspace,
  args: readonly string[],
  { by = [], env }: Start = {},
): Promise<Served> {
  const [command = process.execPath, ...before] = by
  const own = [...(by.length > 0 ? [process.execPath] : []), MAIN, 'serve', '--port', '0', ...args]
  const child = spawn(command, [...before, ...own], {
    cwd: workspace.folder,
    env: { ...process.env, TMPDIR: workspace.temporary, NO_COLOR: '1', ...env },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let [out, log] = ['', '']
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.endsWith('\n')) resolve(out.trim())
    })
    child.on('close', (code) => reject(new Error(`serve ended with ${code}: ${log}`)))
  })
  const token = env?.LIKEWISE_TOKEN
  return {
    address,
    client: new LikewiseClient(address, { retries: 0, ...(token !== undefined && { token }) }),
    process: child,
    log: () => log,
    async kill(signal) {
      const ended = once(child, 'close')
      child.kill(signal)
      const [code] = await ended
      return code as number | null
    },
  }
}
