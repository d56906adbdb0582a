// Hostile and random requests, made from the API's own OpenAPI document: every answer is one that the document describes, none is a
// 500, none does not come, and nothing is left behind.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findProblem } from '../../src/server/check-value.js'
import type { JobQueue } from '../../src/server/jobs/job-queue.js'
import type { ObjectNode, Schema } from '../../src/server/schema.js'
import { openLmdbStore } from '../../src/store/lmdb/node-lmdb-store.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { byDepth, cases } from '../depth.js'
import fc from '../property.js'
import { openApi } from './server-in-memory.js'

const LIMITS = {
  maxBody: 20_000,
  maxText: 5000,
  maxListed: 50_000,
  maxDocuments: 5,
  timeout: 200,
  maxUpload: 1000,
  maxUploads: 3,
}

/** Characters: an answer is not much larger than what limits allow. */
const LARGEST_ANSWER = 200_000
/** A text of many shingles, which are long if k is. */
const MANY_WORDS = Array.from({ length: 900 }, (_, i) => `w${i}`).join(' ')

const root = mkdtempSync(join(tmpdir(), 'likewise-fuzz-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A folder that jobs can read, with a secret next to it and links to it. */
const allowed = join(root, 'corpus')
mkdirSync(allowed)
writeFileSync(join(root, 'secret.jsonl'), '{"id":"secret","text":"the secret of another folder"}\n')
writeFileSync(join(allowed, 'few.jsonl'), '{"id":1,"text":"one two three four five six seven"}\n')
writeFileSync(join(allowed, 'bad.jsonl'), '{"text":')
symlinkSync(root, join(allowed, 'up'))
/** Paths for requests, most of which lead nowhere. */
const PATHS = [
  'few.jsonl',
  'few.jsonl',
  'few.jsonl',
  'few.jsonl',
  '.',
  'bad.jsonl',
  'up/secret.jsonl',
  '../secret.jsonl',
  '/etc/passwd',
  'up',
]

/** Stands for a file that was uploaded before. */
const UPLOADED = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Seeds of the requests. A failure names its seed and the path to the request that failed. */
const SEEDS = byDepth({ short: [16, 17], long: [16, 17, 18, 19, 20, 21, 22, 23] })

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  'NaN',
  '\u0000\u001b[2J\u202e',
  '\ud800',
  '../../etc/passwd',
  '/etc/passwd',
  'x'.repeat(1001),
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: 1, valueOf: null },
]
const HOSTILE_BODIES: readonly (string | Uint8Array)[] = [
  '',
  ' ',
  '{',
  'NaN',
  '{"text":NaN}',
  '{"text":"a","threshold":NaN}',
  '{"text":"a","threshold":1e999}',
  '{"text":"a","limit":1e400}',
  '\ufeff{"text":"a"}',
  '{"text":"a","__proto__":{"polluted":1}}',
  '{"__proto__":{"text":"a","polluted":1}}',
  '{"text":"a","constructor":{"prototype":{"polluted":1}}}',
  '{"documents":[{"id":1,"text":"a","__proto__":{"polluted":1}}]}',
  '{"a":"x","b":"y","shingle":{"__proto__":{"polluted":1}}}',
  '['.repeat(15_000),
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{"id":"${'i'.repeat(15_000)}","text":"a"}`,
  `{"id":"${'i'.repeat(1_000_000)}","text":"a"}`,
  '{"id":"\\u0000\\u0007\\u001b[31m","text":"a"}',
  '{"id":"\\ud800","text":"\\udfff\\ud800"}',
  '{"id":-0,"text":"a"}',
  '{"text":"a"}{"text":"b"}',
  '{"text":"a","text":"b"}',
  'x'.repeat(30_000),
  Uint8Array.of(0xff, 0xfe, 0x00, 0x7b),
  Uint8Array.from({ length: 1000 }, (_, i) => i % 256),
]
const HOSTILE_PARAMETERS = [
  '',
  '..',
  '__proto__',
  'constructor',
  '%00',
  '%ff',
  '%',
  'a/b',
  '\u0000',
  'x'.repeat(5000),
  'NaN',
  '-1',
  '1e9',
  '💥',
]

/** Values as a schema describes them. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('anyOf' in schema) return fc.oneof(...schema.anyOf.map(valuesOf))
  switch (schema.type) {
    case 'object': {
      const { properties, required } = schema as ObjectNode
      const record = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          name === 'path' ? fc.constantFrom(...PATHS) : valuesOf(one),
        ]),
      )
      // Few at a time: of many options, some would always conflict.
      const optional = Object.keys(record).filter((name) => !required.includes(name))
      return fc
        .subarray(optional, { maxLength: Math.min(3, optional.length) })
        .chain((chosen) =>
          fc.record(
            Object.fromEntries([...required, ...chosen].map((name) => [name, record[name]!])) as Record<
              string,
              fc.Arbitrary<unknown>
            >,
          ),
        )
    }
    case 'array':
      return fc.array(valuesOf(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(3, schema.maxItems ?? 3),
      })
    case 'string':
      if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
      if (schema.pattern !== undefined)
        return fc.constantFrom(UPLOADED, UPLOADED, '00000000-0000-0000-0000-000000000000', 'a.jsonl', 'b.csv')
      return fc.oneof(
        fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(30, schema.maxLength ?? 30) }),
        fc.constantFrom('one two three four five six seven', 'one two three four five six eight'),
        fc.constant(MANY_WORDS),
      )
    case 'boolean':
      return schema.const === undefined ? fc.boolean() : fc.constant(schema.const)
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(1000, schema.maximum ?? 1000) })
    default:
      return fc.double({ min: schema.minimum ?? 0.001, max: schema.maximum ?? 1, noNaN: true })
  }
}

/** The same with something in it replaced, added or taken away. */
function spoiled(value: unknown, at: readonly number[], hostile: unknown): unknown {
  const [first = 0, ...rest] = at
  if (Array.isArray(value) && value.length > 0 && rest.length > 0)
    return value.map((item, i) => (i === first % value.length ? spoiled(item, rest, hostile) : item))
  if (typeof value === 'object' && value !== null && rest.length > 0) {
    const names = [...Object.keys(value), 'unexpected']
    const name = names[first % names.length]!
    return { ...value, [name]: spoiled((value as Record<string, unknown>)[name], rest, hostile) }
  }
  return hostile
}

describe('the API against its own document', () => {
  const statuses = new Map<string, Set<number>>()

  it.each(SEEDS.flatMap((seed) => [['in memory', seed] as const, ['in a folder', 100 + seed] as const]))(
    'answers everything as described, and nothing with a 500: an index %s, seed %i',
    async (where, seed) => {
      await using store = await (where === 'in memory'
        ? openMemoryStore()
        : openLmdbStore(join(root, `index-${seed}`)))
      const { send, context, ask } = await openApi({ limits: LIMITS, store, allow: [allowed], workers: 1 })
      const document = (await (await send('/openapi.json')).json()) as {
        paths: Record<string, Record<string, Operation>>
        components: { schemas: { Error: Schema } }
      }
      const sent = await send('/v1/uploads?name=up.jsonl', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: '{"id":2,"text":"one two three four five six eight"}\n',
      })
      const { upload } = (await sent.json()) as { upload: string }
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          path,
          method: method.toUpperCase(),
          operation,
        })),
      )
      const starting = operations.filter(({ operation }) => operation.operationId.startsWith('start'))
      const requests = fc
        .oneof(
          { weight: 5, arbitrary: fc.constantFrom(...operations) },
          { weight: 1, arbitrary: fc.constantFrom(...starting) },
        )
        .chain((one) =>
          fc.record({
            one: fc.constant(one),
            body: bodiesOf(one.operation),
            parameters: parametersOf(one.operation),
          }),
        )
      await fc.assert(
        fc.asyncProperty(requests, async ({ one: { path, method, operation }, body, parameters }) => {
          const [[type, _] = [undefined, undefined]] = Object.entries(operation.requestBody?.content ?? {})
          const target = fill(path, operation, parameters).replace(UPLOADED, upload)
          const response = await send(target, {
            method,
            ...(type !== undefined && {
              headers: { 'content-type': type },
              body: (typeof body === 'string' ? body.replaceAll(UPLOADED, upload) : body) as BodyInit,
            }),
          })
          const text = await response.text()
          expect(text.length, `${method} ${target}`).toBeLessThan(LARGEST_ANSWER)
          const seen = statuses.get(operation.operationId) ?? new Set()
          statuses.set(operation.operationId, seen.add(response.status))
          expect(response.status, `${method} ${target}: ${text.slice(0, 300)}`).not.toBe(500)
          if (response.ok) checkAnswer(operation, response, text)
          else expect(findProblem(document.components.schemas.Error, JSON.parse(text), '')).toBeUndefined()
        }),
        { numRuns: cases(1000), seed },
      )
      // Jobs end, one way or another, and never because of an error that nobody expected.
      const { jobs } = context
      for (const { job } of jobs.list()) if (!jobs.hasEnded(job)) await ended(job, jobs)
      expect(jobs.list().filter(({ error }) => error?.code === 'unexpected')).toEqual([])
      expect(JSON.stringify(jobs.list())).not.toContain('secret')
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      expect([context.requests.used, context.longRunning.used, context.held.used]).toEqual([0, 0, 0])
      expect(await ask('/v1/check', { text: 'still there' })).toMatchObject({ status: 'new' })
    },
  )

  it('is no test of refusals only', () => {
    const answered = [...statuses]
      .filter(([, seen]) => [...seen].some((status) => status < 300))
      .map(([name]) => name)
    expect(answered).toEqual(
      expect.arrayContaining([
        'add',
        'addIfNew',
        'check',
        'query',
        'get',
        'remove',
        'compare',
        'tune',
        'bulkAdd',
        'bulkQuery',
        'upload',
        'startJob',
        'startDecontamination',
      ]),
    )
  })

  it('paths of any kind are answered', async () => {
    const { send } = await openApi()
    for (const path of [
      '/',
      '//',
      '/v1',
      '/v1/',
      '/v1/check/',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/v1/jobs/%',
      '/v1/jobs/%00/events',
      '/__proto__',
      `/${'x'.repeat(8000)}`,
      '/v1/check?text=1',
      '/v1/stats?__proto__=1',
      '/v1/stats?namespace=a&namespace=b',
      '/v1/stats?namespace=%ff',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
        const { status } = await send(path, { method })
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
    }
  })
})

function ended(job: string, jobs: JobQueue): Promise<void> {
  return new Promise((resolve) => {
    const forget = jobs.follow(job, () => {
      if (!jobs.hasEnded(job)) return
      forget()
      resolve()
    })
  })
}

function bodiesOf({ requestBody }: Operation): fc.Arbitrary<string | Uint8Array> {
  const [entry] = Object.entries(requestBody?.content ?? {})
  if (entry === undefined) return fc.constant('')
  const [type, { schema }] = entry
  const valid = valuesOf(schema)
  const broken = fc
    .record({
      value: valid,
      at: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
      hostile: fc.constantFrom(...HOSTILE_VALUES),
    })
    .map(({ value, at, hostile }) => spoiled(value, at, hostile))
  const raw = fc.constantFrom(...HOSTILE_BODIES)
  const value = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: broken })
  const text = type.endsWith('ndjson')
    ? fc
        .array(value, { maxLength: 4 })
        .map((values) => values.map((one) => `${JSON.stringify(one)}\n`).join(''))
    : value.map((one) => JSON.stringify(one) ?? '')
  return fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: raw })
}

function parametersOf({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string | undefined>> {
  const entries = parameters.map(({ name, in: where, schema }) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: valuesOf(schema).map(String) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_PARAMETERS) },
    )
    return [name, where === 'path' ? value : fc.option(value, { nil: undefined })] as const
  })
  return fc.record(Object.fromEntries(entries))
}

function fill(
  path: string,
  { parameters = [] }: Operation,
  values: Record<string, string | undefined>,
): string {
  const encoded = (value: string) => (value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80')
  let target = path
  const query: string[] = []
  for (const { name, in: where } of parameters) {
    const value = values[name]
    if (value === undefined) continue
    if (where === 'path') target = target.replace(`{${name}}`, encoded(value))
    else query.push(`${name}=${encoded(value)}`)
  }
  return query.length === 0 ? target : `${target}?${query.join('&')}`
}

function checkAnswer({ responses }: Operation, response: Response, text: string): void {
  const [status] = Object.keys(responses)
  const [type, { schema }] = Object.entries(responses[status!]!.content)[0]!
  expect(response.status).toBe(Number(status))
  expect(response.headers.get('content-type')).toContain(type)
  const answers = type.endsWith('ndjson')
    ? text.split('\n').filter(Boolean)
    : type.endsWith('json')
      ? [text]
      : []
  for (const answer of answers)
    expect(findProblem(schema, JSON.parse(answer), ''), answer.slice(0, 300)).toBeUndefined()
}
