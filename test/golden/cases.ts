import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { GoldenInput } from './compute.js'

const FOLDER = new URL('./', import.meta.url)

export interface GoldenCase {
  readonly name: string
  readonly input: GoldenInput
  readonly expected: unknown
}

/** Every folder next to this file that has an input.json is a case: a request, and the answer that every platform must give. */
export function readGoldenCases(): GoldenCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/input.json`, FOLDER)))
    .map(({ name }) => ({ name, input: read(`${name}/input.json`), expected: read(`${name}/expected.json`) }))
}

function read<Content>(path: string): Content {
  const file = new URL(path, FOLDER)
  if (!existsSync(file))
    throw new Error(`test/golden/${path} is missing; node tools/make-golden.js writes answers`)
  return JSON.parse(readFileSync(file, 'utf8')) as Content
}
