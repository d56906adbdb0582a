// @ts-check
// The live index on one thread: documents added per second, the time of a query and of a check (p50, p99), and disk per document.
// Run: node bench/index-speed.js FILE.jsonl DOCUMENTS [QUERIES]
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openLmdbStore } from '../dist/store/lmdb/node-lmdb-store.js'

const [file = '', documents = '200000', queries = '2000'] = process.argv.slice(2)
const size = Number(documents)

async function* read() {
  let id = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (id === size) return
    yield { id: id++, text: String(JSON.parse(line).text) }
  }
}

/** @param {string} name @param {(text: string) => Promise<unknown>} ask @param {readonly string[]} texts */
async function measure(name, ask, texts) {
  const times = /** @type {number[]} */ ([])
  for (const text of texts) {
    const before = performance.now()
    await ask(text)
    times.push(performance.now() - before)
  }
  times.sort((one, other) => one - other)
  const at = (/** @type {number} */ share) =>
    Number(times[Math.floor(share * (times.length - 1))]?.toFixed(3))
  return { name, p50: at(0.5), p99: at(0.99), max: at(1) }
}

const folder = mkdtempSync(join(tmpdir(), 'likewise-index-'))
try {
  const store = await openLmdbStore(folder)
  const texts = /** @type {string[]} */ ([])
  const step = Math.max(1, Math.floor(size / Number(queries)))
  async function* sampled() {
    for await (const document of read()) {
      if (document.id % step === 0) texts.push(document.text)
      yield document
    }
  }
  const before = performance.now()
  const cpu = process.cpuUsage()
  const { added } = await store.addMany(sampled())
  const seconds = (performance.now() - before) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const { bytes = 0 } = await store.stats()
  const changed = texts.map((text) => text.split(' ').slice(3).join(' '))
  const strange = texts.map((text) => text.split(' ').reverse().join(' '))
  console.log(
    JSON.stringify(
      {
        added,
        addedPerSecond: Math.round(added / seconds),
        addedPerCpuSecond: Math.round(added / ((user + system) / 1e6)),
        bytesPerDocument: Math.round(bytes / added),
        milliseconds: [
          await measure('query, near-copy', (text) => store.query(text), changed),
          await measure('query, nothing similar', (text) => store.query(text), strange),
          await measure('check, near-copy', (text) => store.check(text), changed),
          await measure('check, nothing similar', (text) => store.check(text), strange),
        ],
      },
      null,
      2,
    ),
  )
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
