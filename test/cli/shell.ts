// Runs shell code of the documentation, with `likewise` and `npx likewise` as the built command line.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { isLong } from '../depth.js'
import { ended, MAIN, type Outcome, type Workspace } from './likewise.js'
import { runWarm } from './warm-program.js'

const CLIENT = fileURLToPath(new URL('./warm-client.js', import.meta.url))

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A shell in the folder of a workspace. Commands start a process of their own only where tests are long. */
export class Shell {
  readonly #workspace: Workspace
  readonly #bin: string

  private constructor(workspace: Workspace) {
    this.#workspace = workspace
    this.#bin = join(workspace.root, 'bin')
    mkdirSync(this.#bin)
  }

  static async in(workspace: Workspace): Promise<Shell> {
    const shell = new Shell(workspace)
    const program = isLong ? `"${MAIN}"` : `"${CLIENT}" "${await listen(workspace)}" "${MAIN}"`
    shell.command('likewise', `exec "${process.execPath}" ${program} "$@"`)
    shell.command('npx', 'shift\nexec likewise "$@"')
    return shell
  }

  /** Puts a command of one's own into the path. */
  command(name: string, script: string): void {
    const path = join(this.#bin, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
  }

  /** Runs code to its end, or to its first command that fails. */
  run(code: string): Promise<Outcome> {
    const { folder, temporary } = this.#workspace
    const child = spawn('sh', ['-e', '-c', code], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${this.#bin}${delimiter}${process.env.PATH}`,
        HOME: folder,
        TMPDIR: temporary,
        NO_COLOR: '1',
      },
    })
    return ended(child)
  }
}

/** What warm-client.js sends. */
interface Sent {
  readonly args: readonly string[]
  readonly folder: string
  readonly stdin: string
}

/** Listens for command lines of warm-client.js, and returns the socket. */
async function listen({ root, temporary }: Workspace): Promise<string> {
  const socket = join(root, 'warm.sock')
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    const chunks: Buffer[] = []
    connection.on('data', (chunk) => chunks.push(chunk))
    connection.on('end', async () => {
      const { args, folder, stdin } = JSON.parse(Buffer.concat(chunks).toString()) as Sent
      const env = { TMPDIR: temporary, NO_COLOR: '1' }
      const outcome = await runWarm(MAIN, { args, folder, env, stdin }).catch((error: unknown) => ({
        code: 1,
        stdout: '',
        stderr: String(error),
      }))
      connection.end(JSON.stringify(outcome))
    })
  })
  servers.push(server)
  // Where files share a process, servers of later ones are not closed.
  server.unref()
  await once(server.listen(socket), 'listening')
  return socket
}
