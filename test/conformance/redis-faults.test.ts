// Servers that go away and come back, under the store and under the command line.

import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { InvalidArtifact, InvalidOption, UnreadableInput, UnwritableOutput } from '../../src/model/errors.js'
import { faultOf } from '../../src/server/fault.js'
import { SHINGLES } from '../../src/store/keys.js'
import { storedContent } from '../../src/store/plan-change.js'
import { parseRedisAddress } from '../../src/store/redis/address.js'
import type { RedisStorage } from '../../src/store/redis/node-redis-storage.js'
import { openRedisStore, reconnectDelay } from '../../src/store/redis/redis-store.js'
import { asLines, Workspace } from '../cli/likewise.js'
import { findRedis, titled } from '../outside.js'
import { CLUSTER_NODE, type RedisServer, resending, startCluster, startServer } from './redis-servers.js'

const redis = findRedis()
const text = (number: number) => Array.from({ length: 60 }, (_, i) => `w${number}x${i}`).join(' ')

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** The values of a key: one without a name, or the fields of a hash. */
async function valuesAt(client: Redis, key: string): Promise<Record<string, Buffer>> {
  const type = await client.type(key)
  if (type === 'hash') return client.hgetallBuffer(key)
  return type === 'string' ? { '': (await client.getBuffer(key))! } : {}
}

describe.skipIf(redis.path === undefined)(titled('Redis that fails', redis), () => {
  it('a server that is killed and restarted has what was acknowledged; in the meantime, errors are clear', async () => {
    const settings = ['--appendonly', 'yes', '--appendfsync', 'always']
    let server = await startServer(...settings)
    onTestFinished(() => server.stop())
    await using store = await openRedisStore(server.address)
    const acknowledged: number[] = []
    for (let id = 0; id < 40; id++) {
      await store.add({ id, text: text(id) })
      acknowledged.push(id)
    }
    server = await server.killed()
    await expect(store.add({ id: 'lost', text: text(999) })).rejects.toBeInstanceOf(UnreadableInput)
    server = await server.restarted(...settings)
    await until(async () => (await store.stats().catch(() => undefined)) !== undefined)
    for (const id of acknowledged) expect((await store.check(text(id))).matches[0]?.id).toBe(id)
    expect((await store.stats()).documents).toBe(40)
    expect((await store.addIfNew({ id: 'more', text: text(41) })).added).toBe(true)
  })

  it('a document is added by the one who adds it, also if the answer is lost and the change is sent again', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    const client = new Redis(server.port, '127.0.0.1')
    const sent: unknown[] = []
    await using store = await openRedisStore(resending(client, (answer) => sent.push(answer)))
    // The first change sends the script.
    await store.add({ id: 0, text: text(0) })
    expect(await store.addIfNew({ id: 1, text: text(1) })).toMatchObject({ status: 'new', added: true })
    expect(sent).toContain(1)
    expect(await store.addIfNew({ id: 2, text: text(1) })).toMatchObject({
      added: false,
      matches: [{ id: 1 }],
    })
    expect(await store.addIfNew({ id: 1, text: text(1) })).toMatchObject({
      added: false,
      matches: [{ id: 1 }],
    })
    const both = await Promise.all([3, 3].map((id) => store.addIfNew({ id, text: text(3) })))
    expect(both.filter(({ added }) => added)).toHaveLength(1)
    expect((await store.stats()).documents).toBe(3)
    expect(await client.keys('*q*-*-*')).not.toHaveLength(0)
    expect(await store.add({ id: 5, text: text(5) })).toMatchObject({ replaced: 0 })
    expect(await store.remove(5)).toBe(1)
    // Most of them are not there, which is expected of each.
    expect(await store.remove(Array.from({ length: 3000 }, (_, id) => id))).toBe(3)
  })

  it('postings that were written twice do not hide others behind a limit', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    await using store = await openRedisStore(server.address)
    const storage = store.storage as RedisStorage
    const none = new Uint32Array(0)
    const content = (number: number) =>
      storedContent({
        key: String(number).padStart(12, '0'),
        set: none,
        bands: none,
        sample: Uint32Array.of(7, 9),
      })
    const some = Array.from({ length: 150 }, (_, i) => content(i))
    for (const list of [some, some, [content(150), content(151)]]) await storage.ahead.post('s', list)
    const counts = async (limit?: number) =>
      (await storage.postings('s', SHINGLES, Uint32Array.of(7, 8, 9), limit)).map(({ length }) => length)
    expect(await counts()).toEqual([152, 0, 152])
    expect(await counts(257)).toEqual([152, 0, 152])
    expect(await counts(151)).toEqual([151, 0, 151])
    expect(await counts(100)).toEqual([100, 0, 100])
  })

  it('a cluster whose master fails continues with its replica', async () => {
    const masters = await startCluster()
    const replicas = await Promise.all(masters.map((master) => startReplica(master)))
    onTestFinished(async () => {
      for (const server of [...masters, ...replicas]) await server.stop()
    })
    const address = `redis-cluster://${[...masters, ...replicas].map(({ port }) => `127.0.0.1:${port}`).join(',')}`
    await using store = await openRedisStore(address)
    // Namespaces are spread over the nodes.
    const names = Array.from({ length: 12 }, (_, i) => `space-${i}`)
    for (const name of names) await store.namespace(name).add({ id: name, text: text(1) })
    for (const { port } of masters) {
      const client = new Redis(port, '127.0.0.1')
      expect(await client.wait(1, 10_000)).toBeGreaterThanOrEqual(1)
      client.disconnect()
    }
    await masters[0]!.killed()
    await until(async () => {
      const checks = await Promise.all(
        names.map((name) =>
          store
            .namespace(name)
            .check(text(1))
            .catch(() => undefined),
        ),
      )
      return checks.every((checked) => checked?.matches[0] !== undefined)
    })
    for (const name of names) {
      expect((await store.namespace(name).check(text(1))).matches[0]!.id).toBe(name)
      expect((await store.namespace(name).addIfNew({ id: 'copy', text: text(1) })).added).toBe(false)
      expect((await store.namespace(name).addIfNew({ id: 'new', text: text(2) })).added).toBe(true)
    }
  })

  it('a node of a cluster that is killed and comes back, while clients write, loses nothing acknowledged', async () => {
    const settings = ['--appendonly', 'yes', '--appendfsync', 'always']
    const nodes = await startCluster(...settings)
    onTestFinished(async () => {
      for (const node of nodes) await node.stop()
    })
    const address = `redis-cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
    await using store = await openRedisStore(address)
    const names = Array.from({ length: 9 }, (_, i) => `space-${i}`)
    const acknowledged = new Map(names.map((name) => [name, new Set<number>()]))
    const [refused, sent] = [new Set<string>(), new Map(names.map((name) => [name, 0]))]
    let isWriting = true
    const clients = names.map(async (name) => {
      const space = store.namespace(name)
      for (let id = 0; isWriting; id++) {
        sent.set(name, id + 1)
        try {
          await space.add({ id, text: text(id) })
          acknowledged.get(name)!.add(id)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableInput)
          refused.add(name)
        }
      }
    })
    await until(async () => [...acknowledged.values()].every(({ size }) => size >= 5))
    for (const round of [0, 1]) {
      nodes[round] = await nodes[round]!.killed()
      // In the round before, a cluster that noticed the loss may have refused them all.
      refused.clear()
      await until(async () => refused.size > 0)
      nodes[round] = await nodes[round]!.restarted(...CLUSTER_NODE, ...settings)
      // All namespaces are written to again.
      const counts = new Map([...acknowledged].map(([name, ids]) => [name, ids.size]))
      await until(async () => names.every((name) => acknowledged.get(name)!.size > counts.get(name)! + 5))
    }
    isWriting = false
    await Promise.all(clients)
    for (const name of names) {
      const space = store.namespace(name)
      const ids = acknowledged.get(name)!
      for (const id of ids)
        expect((await space.check(text(id))).matches.map((match) => match.id)).toEqual([id])
      // What was not acknowledged may be stored, but nothing that was never sent.
      const { documents } = await space.stats()
      expect(documents).toBeGreaterThanOrEqual(ids.size)
      expect(documents).toBeLessThanOrEqual(sent.get(name)!)
    }
  })

  it('an error names the problem and its fix', async () => {
    const fault = async (settings: readonly string[], login = '') => {
      const server = await startServer(...settings)
      onTestFinished(() => server.stop())
      const error: unknown = await openRedisStore(server.address.replace('//', `//${login}`)).catch(
        (reason: unknown) => reason,
      )
      expect(String(error)).toContain(server.address)
      expect(String(error)).not.toContain('open-sesame')
      return error as UnreadableInput
    }
    const locked = ['--requirepass', 'open-sesame']
    expect((await fault(locked)).message).toMatch(/requires a password; write it into the address/)
    expect((await fault(locked, ':open-sesame-2@')).message).toMatch(/the user or the password is wrong/)
    const replica = await fault(['--replicaof', '127.0.0.1', '1'])
    expect(replica.message).toMatch(/is a read-only replica; use the address of its master/)
    const full = await fault(['--maxmemory', '1mb'])
    expect(full).toBeInstanceOf(UnwritableOutput)
    expect(full.message).toMatch(/Redis has no memory left; raise maxmemory/)
    expect(faultOf(full, true).status).toBe(507)
    const gone = await startServer()
    await gone.stop()
    await expect(openRedisStore(gone.address)).rejects.toThrow(/the server does not answer \(.*ECONNREFUSED/)
  })

  it('a node of a cluster is refused without the scheme of a cluster', async () => {
    const nodes = await startCluster()
    onTestFinished(async () => {
      for (const node of nodes) await node.stop()
    })
    const opened = await Promise.allSettled(nodes.map(({ address }) => openRedisStore(address)))
    const reasons = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons.length).toBeGreaterThanOrEqual(2)
    for (const reason of reasons)
      expect(String(reason)).toMatch(/is a node of a cluster; use an address such as redis-cluster:/)
    for (const result of opened) if (result.status === 'fulfilled') await result.value.close()
  })

  it('a request to a server that does not answer fails within five seconds', () => {
    const delays = Array.from({ length: 6 }, (_, i) => reconnectDelay(1000 + i))
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThanOrEqual(5000)
  })

  it('an index of another version is refused', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    const client = new Redis(server.port, '127.0.0.1')
    await (await openRedisStore(server.address)).close()
    let changed = 0
    for (const key of await client.keys('*')) {
      for (const [field, value] of Object.entries(await valuesAt(client, key))) {
        const text = value.toString('latin1')
        if (!text.includes('"hashVersion":1')) continue
        changed++
        const other = Buffer.from(text.replace('"hashVersion":1', '"hashVersion":9'), 'latin1')
        await (field === '' ? client.set(key, other) : client.hset(key, field, other))
      }
    }
    client.disconnect()
    expect(changed).toBe(1)
    await expect(openRedisStore(server.address)).rejects.toThrow(
      /hashVersion 9, but this version of Likewise has 1/,
    )
    await expect(openRedisStore(server.address)).rejects.toBeInstanceOf(InvalidArtifact)
  })

  it('likewise index works on it, and never shows the password', async () => {
    const server = await startServer('--requirepass', 'open-sesame')
    onTestFinished(() => server.stop())
    const address = server.address.replace('//', '//:open-sesame@')
    const workspace = new Workspace()
    workspace.write('in.jsonl', asLines([0, 1, 2].map((id) => ({ id, text: text(id) }))))
    const shown: string[] = []
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await workspace.run(args)
      shown.push(stdout, stderr)
      return { code, stdout, stderr }
    }
    const built = await run('index', 'build', address, 'in.jsonl', '--id', 'id', '--json', '--quiet')
    expect(JSON.parse(built.stdout)).toMatchObject({ added: 3, index: server.address, documents: 3 })
    expect((await run('index', 'build', address, 'in.jsonl', '--id', 'id')).stderr).toMatch(
      /an index already exists there/,
    )
    const other = await run(
      'index',
      'build',
      address,
      'in.jsonl',
      '--id',
      'id',
      '--prefix',
      'other',
      '--threshold',
      '0.5',
    )
    expect(other.code).toBe(0)
    const query = await run('index', 'query', address, 'in.jsonl', '--json')
    expect(JSON.parse(query.stdout).results[2].matches[0]).toMatchObject({ id: 2, similarity: 1 })
    expect((await run('index', 'stats', address)).stdout).toMatch(/documents +3\n/)
    expect((await run('index', 'compact', address)).code).toBe(0)
    expect((await run('index', 'snapshot', address, 'copy')).code).toBe(0)
    expect((await run('index', 'restore', 'folder', 'copy')).code).toBe(0)
    expect((await run('index', 'remove', address, '0', '--json')).stdout).toContain('"removed":1')
    const wrong = await run('index', 'stats', address.replace('open', 'shut'))
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(server.address)])
    expect((await run('index', 'stats', address, '--prefix', 'none')).stderr).toMatch(/there is no index/)
    expect(shown.join('')).not.toMatch(/open-sesame|shut-sesame/)
  })
})

describe('an address of Redis', () => {
  it.each([
    ['redis://localhost:6379', 'redis://localhost:6379'],
    ['rediss://user:p%40ss%2F@host:6380/2', 'rediss://host:6380/2'],
    ['redis://:secret@host', 'redis://host'],
    ['redis://host?password=a@b', 'redis://host'],
    ['valkeys://u:secret@host:1', 'valkeys://host:1'],
    ['redis-cluster://u:secret@a:1,b:2', 'redis-cluster://a:1,b:2'],
  ])('%s is shown as %s', (address, shown) => {
    expect(parseRedisAddress(address).shown).toBe(shown)
  })

  it('with a database that is not a number is refused', () => {
    for (const address of ['redis://host/abc', 'redis://host/1/2', 'redis://host/-1'])
      expect(() => parseRedisAddress(address)).toThrow(/a malformed database.*redis:..localhost:6379.2/)
    expect(() => parseRedisAddress('redis-cluster://a:1,b:2/3')).toThrow(/a cluster has only database 0/)
  })

  it('that cannot be read is refused without being shown', () => {
    for (const address of ['redis://u:se/cret@host', 'http://u:secret@host', 'redis://u:100%cret@host']) {
      try {
        expect(parseRedisAddress(address).shown).not.toContain('cret')
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidOption)
        expect(String(error)).not.toContain('cret')
      }
    }
  })

  it('of a cluster: user, password and TLS serve all nodes', () => {
    expect(parseRedisAddress('rediss-cluster://u:p%40@a:1,b:2')).toMatchObject({
      nodes: ['rediss://u:p%40@a:1', 'rediss://b:2'],
      isCluster: true,
      login: { username: 'u', password: 'p@', tls: {} },
    })
  })
})

async function startReplica(master: RedisServer): Promise<RedisServer> {
  const replica = await startServer(...CLUSTER_NODE)
  const [client, other] = [new Redis(replica.port, '127.0.0.1'), new Redis(master.port, '127.0.0.1')]
  const id = String(await other.call('CLUSTER', 'MYID'))
  await client.call('CLUSTER', 'MEET', '127.0.0.1', master.port)
  await until(async () => String(await client.call('CLUSTER', 'NODES')).includes(id))
  await until(() =>
    client.call('CLUSTER', 'REPLICATE', id).then(
      () => true,
      () => false,
    ),
  )
  await until(async () => String(await client.call('INFO', 'replication')).includes('master_link_status:up'))
  client.disconnect()
  other.disconnect()
  return replica
}
