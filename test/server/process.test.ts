import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ApiError } from 'likewise/client'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { findMounting, titled } from '../outside.js'
import { serve } from './served.js'
import { textOf } from './server-in-memory.js'

const TOKEN = '0123456789abcdef0123456789abcdef'

describe('likewise serve', () => {
  it('finishes current requests after SIGTERM, and what it acknowledged is stored', async () => {
    const workspace = new Workspace()
    const first = await serve(workspace, ['seen'])
    const adding = Array.from({ length: 40 }, (_, id) =>
      first.client.add({ id, text: textOf(id) }).then(
        () => id,
        () => undefined,
      ),
    )
    await adding[0]
    const code = await first.kill('SIGTERM')
    const added = (await Promise.all(adding)).filter((id) => id !== undefined)
    expect(code).toBe(143)
    expect(first.log()).toContain('"event":"ended"')
    expect(workspace.leftovers()).toEqual([])
    const again = await serve(workspace, ['seen'])
    for (const id of added) expect((await again.client.get(id))?.id).toBe(id)
    expect((await again.client.stats()).documents).toBe(added.length)
  })

  it('an address that other machines can reach requires a token', async () => {
    const workspace = new Workspace()
    const without = await workspace.run(['serve', '--host', '0.0.0.0', '--port', '0'])
    expect([without.code, without.stdout]).toEqual([2, ''])
    expect(without.stderr).toMatch(/--host 0\.0\.0\.0, which requires a token; set LIKEWISE_TOKEN/)
    const { client, address, log } = await serve(workspace, ['--host', '0.0.0.0'], {
      env: { LIKEWISE_TOKEN: TOKEN },
    })
    expect((await client.stats()).documents).toBe(0)
    const local = address.replace('0.0.0.0', '127.0.0.1')
    expect((await fetch(`${local}/v1/stats`)).status).toBe(401)
    expect(log()).not.toContain(TOKEN)
  })

  it('two servers on one folder, a damaged file, a wrong folder, a port in use: clear errors', async () => {
    const workspace = new Workspace()
    const one = await serve(workspace, ['seen'])
    await one.client.addMany(Array.from({ length: 50 }, (_, id) => ({ id, text: textOf(id) })))
    const two = await workspace.run(['serve', 'seen', '--port', '0'])
    expect([two.code, two.stderr]).toEqual([
      1,
      expect.stringMatching(/seen is open for writing in process \d+; wait/),
    ])
    const reader = await serve(workspace, ['seen', '--read-only'])
    expect((await reader.client.stats()).documents).toBe(50)
    await expect(reader.client.add({ id: 1, text: 'x' })).rejects.toMatchObject({ code: 'read-only' })
    const port = new URL(one.address).port
    const busy = await workspace.run(['serve', '--port', port])
    expect([busy.code, busy.stderr]).toEqual([
      2,
      `likewise: port ${port} is in use; choose another with --port\n`,
    ])
    await reader.kill('SIGTERM')
    await one.kill('SIGTERM')
    const file = join(workspace.folder, 'seen', 'data-1.mdb')
    truncateSync(file, Math.floor(statSync(file).size / 2))
    const cut = await workspace.run(['serve', 'seen', '--port', '0'])
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringMatching(/it was cut short; restore a snapshot/)])
    writeFileSync(file, 'nothing like a database'.repeat(100))
    const foreign = await workspace.run(['serve', 'seen', '--port', '0'])
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringMatching(/not an LMDB file/)])
    const allowed = await workspace.run(['serve', '--allow', 'nowhere', '--port', '0'])
    expect([allowed.code, allowed.stderr]).toEqual([1, expect.stringMatching(/nowhere: it is not a folder/)])
  })

  it('a page that is damaged while the server runs is a 500 with its own code', async () => {
    const workspace = new Workspace()
    const { client } = await serve(workspace, ['seen'])
    await client.add({ id: 0, text: textOf(0) })
    const file = join(workspace.folder, 'seen', 'data-1.mdb')
    // All pages except the first two, which say where the others are.
    writeFileSync(file, readFileSync(file).fill(0, 2 * 4096), { flag: 'r+' })
    const damaged = {
      status: 500,
      code: 'invalid-artifact',
      message: expect.stringMatching(/seen\/data-1\.mdb: a page is damaged/),
      hint: 'restore a snapshot, or build the index again',
    }
    await expect(client.check(textOf(0))).rejects.toMatchObject(damaged)
    await expect(client.add({ id: 1, text: textOf(1) })).rejects.toMatchObject(damaged)
  })

  it('clients that send slowly, or not at all, are disconnected, and others are answered in the meantime', async () => {
    const { address, client } = await serve(new Workspace(), ['--timeout', '1s'])
    const { port } = new URL(address)
    const heads = [
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n',
      'POST /v1/check HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"te',
    ]
    const answers = heads.map(
      (head) =>
        new Promise<string>((resolve) => {
          let answer = ''
          const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
          socket.on('data', (chunk) => {
            answer += chunk
          })
          socket.on('error', () => {})
          socket.on('close', () => resolve(answer))
        }),
    )
    expect((await client.check('a')).status).toBe('new')
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect((await client.check('a')).status).toBe('new')
  })

  it('100 MB are refused before they are read', async () => {
    const { address, client } = await serve(new Workspace(), [])
    const body = Buffer.alloc(100_000_000, 'x')
    const response = await fetch(`${address}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch((error: unknown) => error as Error)
    // The connection is closed while the client still sends: it sees the answer, or that.
    if (response instanceof Response) expect(response.status).toBe(413)
    expect((await client.check('a')).status).toBe('new')
  })
})

const mounting = findMounting()

describe('a full disk', () => {
  it.skipIf(mounting.path === undefined)(
    titled(
      'is a 507; stored documents are kept, queries are answered, and the rest can be added once there is space',
      mounting,
    ),
    async () => {
      const workspace = new Workspace()
      mkdirSync(join(workspace.folder, 'disk'))
      const [command, ...args] = mounting.path!.split(' ')
      const mount = 'mount -t tmpfs -o size=2m none disk && exec "$@"'
      const server = await serve(workspace, ['disk/seen'], {
        by: [command!, ...args, 'sh', '-c', mount, 'sh'],
      })
      const { client } = server
      let stored = 0
      const full = await (async () => {
        for (;;) {
          try {
            await client.addMany(
              Array.from({ length: 20 }, (_, i) => ({ id: stored + i, text: textOf(stored + i, 200) })),
            )
            stored += 20
          } catch (error) {
            return error
          }
        }
      })()
      expect(full).toBeInstanceOf(ApiError)
      expect(full).toMatchObject({
        code: 'unwritable-output',
        message: expect.stringMatching(/no space is left/),
      })
      expect(stored).toBeGreaterThan(0)
      const checked = await client.checkMany(Array.from({ length: stored }, (_, id) => textOf(id, 200)))
      expect(checked.filter(({ status }) => status === 'identical')).toHaveLength(stored)
      expect((await client.stats()).documents).toBe(stored)
      await expect(client.compact()).rejects.toMatchObject({
        status: 507,
        code: 'unwritable-output',
        message: expect.stringMatching(/no space left/),
      })
      expect((await client.check(textOf(0, 200))).status).toBe('identical')
      // The shell was replaced by the server, so this is its process.
      const mounts = ['--target', String(server.process.pid), '--user', '--mount', '--preserve-credentials']
      const grow = ['mount', '-o', 'remount,size=50m', join(workspace.folder, 'disk')]
      const { status } = spawnSync('nsenter', [...mounts, ...grow])
      if (status === 0) expect((await client.add({ id: 'more', text: textOf(9999) })).added).toBe(1)
    },
  )
})
