import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SparkSession } from '../../../../src/engine/spark/node-spark-session.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-session-'))
const [address, go, ended] = ['address', 'go', 'ended'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const before = { ...process.env }

/** In place of Spark: connects when it may, answers every request except one for a sample, and needs half a second to end. */
const APPLICATION = `#!${process.execPath}
async function main() {
  const { existsSync, writeFileSync } = await import('node:fs')
  const { connect } = await import('node:net')
  const { createInterface } = await import('node:readline')
  const { LIKEWISE_SPARK_ADDRESS: address, LIKEWISE_SPARK_TOKEN: token } = process.env
  writeFileSync(${JSON.stringify(address)}, address)
  while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 10))
  const socket = connect(Number(address.split(':')[1]), '127.0.0.1')
  const send = (message) => socket.write(JSON.stringify(message) + '\\n')
  send({ token })
  send({ ready: { version: '4.3.0', master: 'local', parallelism: 1 } })
  createInterface({ input: socket }).on('line', (line) => {
    const request = JSON.parse(line)
    // Its connection breaks before it ends, or without its end.
    if (request.do === 'sample' && request.most > 1) {
      socket.resetAndDestroy()
      setTimeout(() => process.exit(3), request.most === 2 ? 300 : 60_000)
    }
    if (request.do !== 'sample') send({ id: request.id, result: null })
  })
  const end = () => setTimeout(() => {
    writeFileSync(${JSON.stringify(ended)}, '')
    process.exit()
  }, 500)
  socket.on('end', end)
  process.on('SIGTERM', end)
}
main()
`

function program(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, 0o755)
}

beforeAll(() => {
  program(join(folder, 'spark', 'bin', 'spark-submit'), APPLICATION)
  program(join(folder, 'java', 'bin', 'java'), '#!/bin/sh\n')
  Object.assign(process.env, { SPARK_HOME: join(folder, 'spark'), JAVA_HOME: join(folder, 'java') })
})
beforeEach(() => {
  for (const file of [address, go, ended]) rmSync(file, { force: true })
})
afterAll(() => {
  process.env = before
  rmSync(folder, { recursive: true, force: true })
})

const open = (maxEnd?: { readonly idle: number; readonly stopped: number }) =>
  new SparkSession({}, { checkpoints: folder, isFolderRequested: false }, maxEnd)

it('ignores other programs that connect while Spark starts', { timeout: 60_000 }, async () => {
  const session = open()
  const opened = session.open()
  await expect
    .poll(() => existsSync(address) && readFileSync(address, 'utf8'), { timeout: 30_000 })
    .toMatch(/:\d+$/)
  const port = Number(readFileSync(address, 'utf8').split(':')[1])
  for (const line of ['GET / HTTP/1.1', '{"token":"wrong"}', 'null', '{"ready":{}}']) {
    const other = connect(port, '127.0.0.1')
    other.on('error', () => {})
    other.write(`${line}\n`)
    await new Promise((resolve) => other.once('close', resolve))
  }
  writeFileSync(go, '')
  await opened
  expect(session.version).toBe('4.3.0')
  await session.close()
})

it.each([
  ['lets an idle application end by itself', { idle: 60_000, stopped: 1 }, false, true],
  ['kills an idle application that does not end', { idle: 1, stopped: 60_000 }, false, false],
  ['lets a stopped application end', { idle: 1, stopped: 60_000 }, true, true],
  ['kills a stopped application that does not end', { idle: 60_000, stopped: 1 }, true, false],
])('%s', { timeout: 60_000 }, async (_, maxEnd, isBusy, endsItself) => {
  writeFileSync(go, '')
  const session = open(maxEnd)
  await session.open()
  const request = isBusy ? session.request({ do: 'sample', sides: [], most: 1 }) : undefined
  const failed = request?.catch((error: unknown) => error)
  // The request is sent in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  await session.close()
  expect(existsSync(ended)).toBe(endsItself)
  if (isBusy) expect(await failed).toMatchObject({ code: 'spark-failed' })
})

it.each([
  ['says how the application ended if its connection breaks', 2, 'Spark ended (3)'],
  ['says that the connection broke if the application keeps running', 3, 'the connection to Spark was lost'],
])('%s', { timeout: 60_000 }, async (_, most, problem) => {
  writeFileSync(go, '')
  const session = open({ idle: 60_000, stopped: 1 })
  await session.open()
  const failed = session.request({ do: 'sample', sides: [], most })
  await expect(failed).rejects.toMatchObject({
    code: 'spark-failed',
    message: expect.stringContaining(problem),
  })
  await session.close()
})
