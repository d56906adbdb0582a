// @ts-check
// The live index: documents added and queries answered per second, embedded, served to eight clients, and in Redis, compared with
// datasketch in memory and on the same Redis. A query is a stored document without its first three words; an answer counts if it names that
// document.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { LikewiseClient } from '../../dist/public/client.js'
import { buildIndex } from '../../dist/public/node.js'
import { planBands } from '../../dist/public/store.js'
import { openLmdbStore } from '../../dist/public/store-lmdb.js'
import { openRedisStore } from '../../dist/public/store-redis.js'
import { corpusFile } from '../corpora.js'
import { measure } from '../measure.js'
import { inGroups, percent } from '../record.js'

const PYTHON = fileURLToPath(new URL('../../.cache/peers/bin/python', import.meta.url))
const PEER = fileURLToPath(new URL('../peers/datasketch_store.py', import.meta.url))
const QUERIES = 2000
const CLIENTS = 8
/** The number of texts that bands are chosen by, as in `index build`. */
const SAMPLED = 4096
/** How often all queries are sent before: the code is compiled completely only after some fifty thousand. */
const WARM_UP = 30
/** datasketch adds a few hundred documents per second by plain insertion, and in the way of its documentation, however many there are. */
const PLAIN = 4000
const DOCUMENTED = 10_000

/**
 * `cpu` and `addedCpu` are the milliseconds of CPU time of the client process per query and per document: on a busy machine, they say more
 * than the rates.
 *
 * @typedef {{ name: string, documents: number, added: number, queried: number, p50: number, p99: number, found: number, cpu?: number, addedCpu?: number, bytes?: number }} Line
 */
/** datasketch chooses bands and rows. */
const ITS_DEFAULT = { bands: 0, rows: 0 }

/** @typedef {{ query(text: string): Promise<readonly { readonly id: unknown }[]> }} Queried */

/** @param {import('./settings.js').Settings} settings */
export async function store({ size = 1_000_000, threshold, recall, only, program, say }) {
  const file = corpusFile('articles', size)
  const folder = mkdtempSync(join(tmpdir(), 'likewise-store-'))
  const redis = await startRedis()
  /** @type {Line[]} */
  const lines = []
  const add = (/** @type {Line} */ line) => {
    say(
      `${line.name}: ${inGroups(Math.round(line.added))} added and ${inGroups(Math.round(line.queried))} queries per second, p50 ${line.p50.toFixed(2)} ms, p99 ${line.p99.toFixed(2)} ms`,
    )
    lines.push(line)
  }
  const isWanted = (/** @type {string} */ name) => new RegExp(only).test(name)
  const layout = planBands(await texts(file, size), { threshold, recall, documents: size })
  const usual = planBands([], { threshold, recall })
  try {
    const index = join(folder, 'index')
    const [embeddedName, servedName, redisName, builtName] = /** @type {const} */ ([
      'Likewise, in a folder, one client',
      `Likewise, served to ${CLIENTS} clients, addIfNew`,
      'Likewise, on Redis, one client',
      'Likewise, on Redis, index build',
    ])
    if (isWanted(embeddedName) || isWanted(servedName)) {
      const embedded = await openLmdbStore(index, { threshold, recall, ...layout })
      const { queries, ...added } = await load(embedded, file, size)
      const { bytes = 0 } = await embedded.stats()
      add({
        name: embeddedName,
        documents: size,
        ...added,
        ...(await sendQueries([embedded], queries)),
        bytes: bytes / size,
      })
      await embedded.close()
    }
    if (isWanted(servedName)) {
      const { address, stop } = await serve(program, index)
      const clients = Array.from({ length: CLIENTS }, () => new LikewiseClient(address))
      const { queries, documents } = await sample(file, size)
      // The CPU time of the clients says nothing about the server.
      const { cpu: _, ...served } = await sendQueries(clients, queries)
      add({
        name: servedName,
        documents: size,
        added: await addOneByOne(clients, documents),
        ...served,
      })
      await stop()
    }
    if (isWanted(redisName)) {
      const onRedis = await openRedisStore(redis.address, { threshold, recall, ...layout })
      const { queries: own, ...added } = await load(onRedis, file, size)
      add({
        name: redisName,
        documents: size,
        ...added,
        ...(await sendQueries([onRedis], own)),
      })
      await onRedis.close()
    }
    if (isWanted(builtName)) {
      const prefix = 'built'
      const before = performance.now()
      const cpu = cpuTime()
      await buildIndex(redis.address, file, { threshold, recall, ...layout, prefix })
      const added = (1000 * size) / (performance.now() - before)
      const addedCpu = (cpuTime() - cpu) / size
      const built = await openRedisStore(redis.address, { prefix })
      const { queries: own } = await sample(file, size)
      add({ name: builtName, documents: size, added, addedCpu, ...(await sendQueries([built], own)) })
      await built.close()
    }
    if (existsSync(PYTHON)) {
      for (const { bands, rows } of [ITS_DEFAULT, usual, layout]) {
        const shape = bands === 0 ? 'its default' : `${bands} × ${rows}`
        const run = async (
          /** @type {string} */ name,
          /** @type {readonly string[]} */ where,
          documents = size,
        ) => {
          const args = [file, String(documents), String(bands), String(rows), String(QUERIES), ...where]
          if (isWanted(name)) add(await peer(name, args))
        }
        const port = String(redis.port)
        await run(`datasketch, in memory, ${shape}`, ['memory'])
        await run(
          `datasketch, in memory, documented, ${shape}`,
          ['memory', 'documented'],
          Math.min(size, DOCUMENTED),
        )
        await run(`datasketch, on Redis, ${shape}`, [port])
        await run(`datasketch, on Redis, plain, ${shape}`, [port, 'plain'], Math.min(size, PLAIN))
        const documented = [port, 'documented']
        await run(`datasketch, on Redis, documented, ${shape}`, documented, Math.min(size, DOCUMENTED))
        await run(
          `datasketch, on Redis, documented, plain, ${shape}`,
          [...documented, 'plain'],
          Math.min(size, PLAIN),
        )
      }
    } else say('the peers are not installed: sh bench/install-peers.sh')
  } finally {
    redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    title: 'The live index, embedded, served and on Redis',
    notes: [
      `Articles of ${inGroups(size)} documents, threshold ${threshold},`,
      `recall ${recall}. Likewise has ${layout.bands} bands of ${layout.rows} rows, chosen by a sample of ${SAMPLED} documents, as \`index build\` does; datasketch has these,`,
      `too, ${usual.bands} of ${usual.rows}, the default of Likewise without a sample, and those that it chooses for its default of 128 permutations. ${QUERIES} queries: stored documents without their first`,
      'three words. Answers of Likewise are verified and name the similarity; those of datasketch are candidates, which is less work.',
      `Other queries are sent before: ${WARM_UP} times as many. For both, the time includes reading the texts, shingling and sketching; datasketch is used in its fastest way (MinHash.generator, xxhash,`,
      'no check whether a key exists), and as its documentation shows (documented: MinHash.update for each shingle, SHA-1, insertion with its check); insertion is',
      'buffered (insertion_session), or one document at a time (plain). CPU time is that of the client process, without that of Redis.',
      'Documents are added in bulk by one thread, by all cores where it says index build, or, where it says addIfNew, one by one with a check, from new texts.',
    ],
    rows: [],
    tables: [
      [
        [
          '',
          'documents',
          'added per second',
          'CPU per document',
          'queries per second',
          'p50',
          'p99',
          'CPU per query',
          'found',
          'disk per document',
        ],
        ...lines.map((line) => [
          line.name,
          inGroups(line.documents),
          inGroups(Math.round(line.added)),
          line.addedCpu === undefined ? '–' : `${line.addedCpu.toFixed(3)} ms`,
          inGroups(Math.round(line.queried)),
          `${line.p50.toFixed(3)} ms`,
          `${line.p99.toFixed(3)} ms`,
          line.cpu === undefined ? '–' : `${line.cpu.toFixed(3)} ms`,
          percent(line.found),
          line.bytes === undefined ? '–' : `${inGroups(Math.round(line.bytes))} bytes`,
        ]),
      ],
    ],
    verdicts: verdictsOn(lines),
  }
}

/** @param {readonly Line[]} lines */
function verdictsOn(lines) {
  const named = (/** @type {string} */ start) => lines.find(({ name }) => name.startsWith(start))
  const [embedded, served, onRedis, built] = [
    'Likewise, in a folder',
    'Likewise, served',
    'Likewise, on Redis, one client',
    'Likewise, on Redis, index build',
  ].map(named)
  const peers = lines.filter(({ name }) => name.startsWith('datasketch'))
  const inMemory = peers.filter(({ name }) => name.includes('in memory'))
  const peersOnRedis = peers.filter(({ name }) => name.includes('on Redis'))
  const verdict = (
    /** @type {string} */ what,
    /** @type {number | undefined} */ value,
    /** @type {number} */ limit,
    isMin = true,
  ) =>
    value === undefined
      ? []
      : [
          `${what}: ${value.toFixed(2)}, required ${isMin ? 'at least' : 'at most'} ${limit}: ${(isMin ? value >= limit : value <= limit) ? 'met' : 'NOT MET'}`,
        ]
  return [
    ...inMemory.flatMap(({ name, queried }) =>
      verdict(`queries per second, relative to ${name}`, embedded && embedded.queried / queried, 10),
    ),
    ...peersOnRedis
      .filter(({ name }) => !name.includes('plain'))
      .flatMap(({ name, queried }) =>
        verdict(`queries per second on Redis, relative to ${name}`, onRedis && onRedis.queried / queried, 10),
      ),
    ...peersOnRedis.flatMap(({ name, added }) => [
      ...verdict(
        `documents added per second on Redis by one client, relative to ${name}`,
        onRedis && onRedis.added / added,
        100,
      ),
      ...verdict(
        `documents added per second on Redis by index build, relative to ${name}`,
        built && built.added / added,
        100,
      ),
    ]),
    ...verdict('p50 embedded in milliseconds', embedded?.p50, 1, false),
    ...verdict(`p99 / p50 with ${CLIENTS} clients`, served && served.p99 / served.p50, 20, false),
  ]
}

/**
 * Adds documents in bulk, and keeps some as queries.
 *
 * @param {import('../../dist/store/store.js').Store} target
 * @param {string} file
 * @param {number} size
 */
async function load(target, file, size) {
  /** @type {{ id: number, text: string }[]} */
  const queries = []
  const step = Math.max(1, Math.floor(size / QUERIES))
  async function* documents() {
    for await (const document of read(file, size)) {
      if (document.id % step === 0) queries.push(queryOf(document))
      yield document
    }
  }
  const before = performance.now()
  const cpu = cpuTime()
  await target.addMany(documents())
  return {
    added: (1000 * size) / (performance.now() - before),
    addedCpu: (cpuTime() - cpu) / size,
    queries,
  }
}

/** Milliseconds of this process. */
function cpuTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @param {{ id: number, text: string }} document */
function queryOf({ id, text }) {
  return { id, text: text.split(' ').slice(3).join(' ') }
}

/**
 * Queries, and new documents: the words of stored ones in reverse order.
 *
 * @param {string} file
 * @param {number} size
 */
async function sample(file, size) {
  const step = Math.max(1, Math.floor(size / QUERIES))
  const queries = []
  const documents = []
  for await (const document of read(file, size)) {
    if (document.id % step !== 0) continue
    queries.push(queryOf(document))
    documents.push({ id: `new-${document.id}`, text: document.text.split(' ').reverse().join(' ') })
  }
  return { queries, documents }
}

/**
 * @param {string} file
 * @param {number} size
 */
async function* read(file, size) {
  let id = 0
  const input = createReadStream(file)
  try {
    for await (const line of createInterface({ input })) {
      yield { id: id++, text: String(JSON.parse(line).text) }
      if (id === size) return
    }
  } finally {
    input.destroy()
  }
}

/**
 * Texts spread evenly over the documents.
 *
 * @param {string} file
 * @param {number} size
 */
async function texts(file, size) {
  const chosen = []
  const step = Math.max(1, Math.floor(size / SAMPLED))
  for await (const { id, text } of read(file, size)) if (id % step === 0) chosen.push(text)
  return chosen
}

/**
 * Sends all queries, divided among clients that each send one at a time. Before that, other queries are sent: an index is used for months,
 * and its code is compiled in the first second.
 *
 * @param {readonly Queried[]} clients
 * @param {readonly { id: number, text: string }[]} queries
 */
async function sendQueries(clients, queries) {
  const times = /** @type {number[]} */ ([])
  let found = 0
  for (let round = 0; round < WARM_UP; round++)
    for (const { text } of queries) await clients[0]?.query(text.slice(0, text.lastIndexOf(' ')))
  const waiting = [...queries]
  const before = performance.now()
  const cpu = cpuTime()
  await Promise.all(
    clients.map(async (client) => {
      for (let question = waiting.pop(); question !== undefined; question = waiting.pop()) {
        const began = performance.now()
        const matches = await client.query(question.text)
        times.push(performance.now() - began)
        const { id } = question
        if (matches.some((match) => match.id === id)) found++
      }
    }),
  )
  const queried = (1000 * queries.length) / (performance.now() - before)
  times.sort((one, other) => one - other)
  const at = (/** @type {number} */ share) => times[Math.floor(share * (times.length - 1))] ?? 0
  return {
    queried,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (cpuTime() - cpu) / queries.length,
    found: found / queries.length,
  }
}

/**
 * @param {readonly LikewiseClient[]} clients
 * @param {readonly { id: string, text: string }[]} documents
 */
async function addOneByOne(clients, documents) {
  const waiting = [...documents]
  const before = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let document = waiting.pop(); document !== undefined; document = waiting.pop())
        await client.addIfNew(document)
    }),
  )
  return (1000 * documents.length) / (performance.now() - before)
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<Line>}
 */
async function peer(name, args) {
  const { output } = await measure(PYTHON, [PEER, ...args])
  return { name, ...JSON.parse(output.trim().split('\n').at(-1) ?? '') }
}

/**
 * @param {string} program
 * @param {string} index
 */
async function serve(program, index) {
  const server = spawn(process.execPath, [program, 'serve', index, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  return {
    address: String(line).trim(),
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function startRedis() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address())
  listener.close()
  await once(listener, 'close')
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept')) break
  return { port, address: `redis://127.0.0.1:${port}`, stop: () => server.kill('SIGKILL') }
}
