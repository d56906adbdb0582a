// The API without a port: requests go straight to the app.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Access, makeApp } from '../../src/server/app.js'
import { makeLog } from '../../src/server/log.js'
import type { Limits } from '../../src/server/settings.js'
import { makeContext } from '../../src/server/start.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import type { Store } from '../../src/store/store.js'

export interface Options extends Partial<Access> {
  readonly limits?: Partial<Limits>
  readonly allow?: readonly string[]
  readonly isReadOnly?: boolean
  readonly store?: Store
  readonly memory?: number
  readonly workers?: number
}

export async function openApi(options: Options = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'likewise-server-'))
  const ending = new AbortController()
  const log: Record<string, unknown>[] = []
  const store = options.store ?? (await openMemoryStore())
  const context = makeContext(
    {
      store,
      isReadOnly: options.isReadOnly ?? false,
      allow: options.allow ?? [],
      temporary,
      limits: options.limits ?? {},
      memory: options.memory,
      workers: options.workers,
      version: '0.0.0',
      log: makeLog((line) => log.push(JSON.parse(line))),
    },
    ending.signal,
  )
  const app = makeApp(context, { token: options.token, isLoopback: options.isLoopback ?? true })
  onTestFinished(async () => {
    ending.abort()
    await context.jobs.close()
    rmSync(temporary, { recursive: true, force: true })
  })
  const send = async (path: string, init: RequestInit = {}) => app.request(`http://localhost${path}`, init)
  return {
    app,
    context,
    log,
    ending,
    store,
    send,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** The answer of a request that must succeed. */
    ask: async (path: string, body: object) => {
      const response = await send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Record<string, unknown>
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    },
    stream: (path: string, body: BodyInit) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
        duplex: 'half',
      } as RequestInit),
  }
}

/** A text of its own for each number: no two share a shingle. */
export function textOf(number: number, words = 60): string {
  return Array.from({ length: words }, (_, i) => `w${number}x${i}`).join(' ')
}

export async function errorOf(response: Response): Promise<{ status: number; code: string; hint: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  return { status: response.status, code: error.code, hint: error.hint }
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
