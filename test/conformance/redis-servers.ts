// Real servers for tests, from the `redis-server` of the system, each on a free port and with its data in a temporary folder.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll } from 'vitest'
import type { RedisClient } from '../../src/store/redis/redis-types.js'
import { findRedis } from '../outside.js'

export interface RedisServer {
  readonly port: number
  readonly address: string
  readonly process: ChildProcess
  /** Ends it at once; its data stays. */
  killed(): Promise<RedisServer>
  /** Starts it again, with its data, on the same port. */
  restarted(...settings: string[]): Promise<RedisServer>
  stop(): Promise<void>
}

export async function startServer(...settings: string[]): Promise<RedisServer> {
  return launch(await freePort(), mkdtempSync(join(tmpdir(), 'likewise-redis-')), settings)
}

async function launch(port: number, folder: string, settings: readonly string[]): Promise<RedisServer> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.on('exit', () => reject(new Error(`redis-server has ended: ${log}`)))
    server.stdout.on('data', (chunk) => {
      log += String(chunk)
      if (log.includes('Ready to accept connections')) resolve()
    })
  })
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const handle: RedisServer = {
    port,
    address: `redis://127.0.0.1:${port}`,
    process: server,
    killed: async () => {
      await end()
      return handle
    },
    restarted: async (...again) => launch(port, folder, again),
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return handle
}

/** The settings of a node of a cluster. */
export const CLUSTER_NODE = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'] as const

/** Three masters with all hash slots between them. */
export async function startCluster(...settings: string[]): Promise<RedisServer[]> {
  const servers = await Promise.all(
    Array.from({ length: 3 }, () => startServer(...CLUSTER_NODE, ...settings)),
  )
  const clients = servers.map(({ port }) => new Redis(port, '127.0.0.1'))
  const bounds = [0, 5461, 10_923, 16_384]
  for (const [i, client] of clients.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', bounds[i]!, bounds[i + 1]! - 1)
    if (i > 0) await client.call('CLUSTER', 'MEET', '127.0.0.1', servers[0]!.port)
  }
  for (const client of clients) {
    while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    client.disconnect()
  }
  return servers
}

/** A single server and a cluster that the tests of a file share; nothing is started if Redis is missing. */
export function sharedServers(): {
  readonly single: () => RedisServer
  readonly cluster: () => RedisServer[]
} {
  let [single, cluster]: [RedisServer | undefined, RedisServer[]] = [undefined, []]
  beforeAll(async () => {
    if (findRedis().path === undefined) return
    single = await startServer()
    cluster = await startCluster()
  })
  afterAll(async () => {
    for (const server of cluster) await server.stop()
    await single?.stop()
  })
  return { single: () => single!, cluster: () => cluster }
}

async function freePort(): Promise<number> {
  // The port of a cluster node plus 10,000 is that of its bus.
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    if (port < 55_000) return port
  }
}

/** A client that sends each applied change a second time, as if its first answer were lost. */
export function resending(client: Redis, onFirst: (answer: unknown) => void = () => {}): RedisClient {
  return new Proxy(client as unknown as RedisClient, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'evalshaBuffer') return value.bind(target)
      return async (...args: unknown[]) => {
        const first = await value.apply(target, args)
        onFirst(first)
        return first === 1 ? value.apply(target, args) : first
      }
    },
  })
}
