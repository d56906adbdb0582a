import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { openSource } from '../../../src/read/node-open-source.js'
import { readRecords } from '../../../src/read/node-records.js'
import type { SourceOptions } from '../../../src/read/source-options.js'

/** A folder for the files of one test file, removed at its end. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file and gives its path. */
export function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** What a source holds, all of it, and the source itself, closed. */
export async function readAll(inputs: string | readonly string[], options: SourceOptions = {}) {
  const source = await openSource(typeof inputs === 'string' ? [inputs] : inputs, options)
  try {
    const values: Readonly<Record<string, unknown>>[] = []
    for await (const { value } of readRecords(source)) values.push(value)
    return { source, values }
  } finally {
    await source.close()
  }
}

/** The error that a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('it was expected to fail')
}

/** Lines of JSON. */
export function lines(records: readonly unknown[], end = '\n'): string {
  return records.map((record) => JSON.stringify(record) + end).join('')
}

/** Does something without the rights of root, which no permission binds. */
export async function asOrdinaryUser<Result>(act: () => Promise<Result>): Promise<Result> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    return await act()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
