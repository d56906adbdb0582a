// The container image and the example of an upload handler.

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LikewiseClient } from 'likewise/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { uploadApp } from '../../examples/upload-express.js'
import { uploadHandler } from '../../examples/upload-handler.js'
import { COMMANDS } from '../../src/cli/commands.js'
import { optionsOf } from '../../src/cli/options/table.js'
import { Workspace } from '../cli/likewise.js'
import { openApi, textOf } from './server-in-memory.js'

const ROOT = new URL('../../', import.meta.url)

it('the Dockerfile copies files that exist, runs the command as an ordinary user, and writes only to its volume', () => {
  const lines = readFileSync(new URL('Dockerfile', ROOT), 'utf8').split('\n')
  const all = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const copied = all('COPY')
    .filter((line) => line.startsWith('--from=build'))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied.length).toBeGreaterThan(0)
  for (const path of copied) expect(existsSync(new URL(path.replace('/build/', ''), ROOT)), path).toBe(true)
  expect(all('USER')).toEqual(['node'])
  expect(all('VOLUME')).toEqual(['/data'])
  const [, program] = JSON.parse(all('ENTRYPOINT')[0]!) as string[]
  expect(existsSync(new URL(program!, ROOT))).toBe(true)
  const [command, index, ...options] = JSON.parse(all('CMD')[0]!) as string[]
  expect(COMMANDS.map(({ name }) => name)).toContain(command)
  expect(index).toMatch(/^\/data\//)
  const names = optionsOf('serve').map(({ name }) => `--${name}`)
  for (const option of options.filter((one) => one.startsWith('--'))) expect(names).toContain(option)
})

it('the image has the packages for Redis and for agents', () => {
  const { folder } = new Workspace()
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(new URL(name, ROOT), join(folder, name))
  const [step] = readFileSync(new URL('Dockerfile', ROOT), 'utf8').match(/(?<=^RUN ).*npm prune.*$/m)!
  const [prune, before] = step.split(' && ').reverse()
  expect(prune).toBe('npm prune --omit=dev')
  const [, program] = /^node (\S+)$/.exec(before!)!
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8' }).stdout
  const listed = () => {
    const { dependencies = {} } = JSON.parse(run('npm', 'ls', '--package-lock-only', '--omit=dev', '--json'))
    return Object.keys(dependencies)
  }
  const peers = ['@modelcontextprotocol/sdk', 'ioredis']
  expect(listed()).not.toContain(peers[0])
  run(process.execPath, fileURLToPath(new URL(program!, ROOT)))
  expect(listed()).toEqual(expect.arrayContaining([...peers, 'hono', 'lmdb']))
  expect(listed()).not.toContain('typescript')
})

describe.each([
  ['node:http', uploadHandler],
  ['Express', uploadApp],
])('the upload handler for %s', (_, makeHandler) => {
  it('saves new documents, rejects copies, and removes what could not be saved', async () => {
    const { upload, saved } = await openUploads(makeHandler)
    const [status, { id }] = await upload('a', textOf(1))
    expect([status, id]).toEqual([201, expect.stringMatching(/^a-/)])
    const copy = [409, { status: 'similar', duplicateOf: id }]
    expect(await upload('b', `${textOf(1)} end`)).toMatchObject(copy)
    expect((await upload('broken', textOf(2)))[0]).toBe(503)
    expect((await upload('c', textOf(2)))[0]).toBe(201)
    expect(saved).toEqual([id, expect.stringMatching(/^c-/)])
    // Another text with a name that exists.
    expect((await upload('a', textOf(3)))[0]).toBe(201)
    expect(await upload('b', `${textOf(1)} end`)).toMatchObject(copy)
  })

  it('of equal uploads at the same time, saves one', async () => {
    const { upload, saved } = await openUploads(makeHandler)
    for (let round = 0; round < 10; round++) {
      const names = ['a', 'b', 'c', 'd'].map((name) => `${name}-${round}`)
      const answers = await Promise.all(names.map((name) => upload(name, textOf(round))))
      const winner = answers.find(([status]) => status === 201)?.[1].id
      expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409, 409])
      for (const [status, body] of answers)
        expect(body).toMatchObject(status === 201 ? { id: winner } : { duplicateOf: winner })
      expect(saved.slice(round)).toEqual([winner])
    }
  })
})

/** A server with a handler for uploads, and a function that uploads to it. */
async function openUploads(makeHandler: typeof uploadHandler) {
  const { app } = await openApi()
  const client = new LikewiseClient('http://localhost', {
    fetch: async (input, init) => app.request(String(input), init),
  })
  const saved: string[] = []
  const server = createServer(
    makeHandler(client, async (name) => {
      if (name.startsWith('broken-')) throw new Error('disk')
      saved.push(name)
    }),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const upload = async (name: string, text: string): Promise<[status: number, body: { id?: string }]> => {
    const response = await fetch(`http://127.0.0.1:${port}/${name}`, { method: 'POST', body: text })
    return [response.status, (await response.json()) as { id?: string }]
  }
  return { upload, saved }
}
