/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ownOutput } from './own-output.js'

/** How a manifest names text and HTML files that were read together, after the first. */
const SEVERAL = / and \d+ more$/

/** What is known about a listed input. */
interface ListedInput {
  readonly path: string | undefined
  readonly isNamed: boolean
}

/**
 * Finds the files of kept documents that dedup wrote next to its input: if a folder or a glob contains both, every kept document would be a
 * duplicate of itself. The manifests next to the inputs identify them.
 *
 * @param manifests that were found, whatever their names
 * @param namesIn the names in a folder, at least those of manifests
 */
export function keptCopies(
  inputs: readonly ListedInput[],
  manifests: readonly string[],
  namesIn: (folder: string) => readonly string[] = (folder) => readdirSync(folder),
): ReadonlySet<string> {
  const copies = new Set<string>()
  const candidates = foldersOf(inputs).flatMap((folder) =>
    namesIn(folder)
      .filter(isManifestName)
      .map((name) => join(folder, name)),
  )
  const toRead = new Set([...candidates, ...manifests])
  if (toRead.size === 0) return copies
  const all = new Set(inputs.map(({ path }) => path))
  for (const manifest of toRead) {
    const { copies: made, originals } = readManifest(manifest)
    if (!originals.some((path) => !made.includes(path) && all.has(path))) continue
    for (const path of made) copies.add(path)
  }
  return copies
}

/** Whether a file may be a manifest that dedup wrote next to its input. */
export function isManifestName(name: string): boolean {
  return name.endsWith('manifest.json')
}

/** The folders of the inputs that were not named. */
function foldersOf(inputs: readonly ListedInput[]): string[] {
  const folders = new Set<string>()
  let last: string | undefined
  for (const { isNamed, path } of inputs) {
    if (isNamed || path === undefined) continue
    const folder = dirname(path)
    // Files of the same folder usually follow each other.
    if (folder !== last) folders.add(folder)
    last = folder
  }
  return [...folders]
}

/** Where the kept and edited documents of a manifest are, and where their originals may be. */
function readManifest(path: string): {
  readonly copies: readonly string[]
  readonly originals: readonly string[]
} {
  try {
    const text = readFileSync(path, 'utf8')
    if (ownOutput(text.slice(0, 1000)) === undefined) return NOTHING
    const { kept, edited, inputs } = JSON.parse(text) as {
      readonly kept: { readonly path: string | null }
      readonly edited?: { readonly path: string | null }
      readonly inputs: readonly { readonly name: string }[]
    }
    return {
      copies: [kept.path, edited?.path ?? null].flatMap((copy) =>
        copy === null ? [] : [resolve(dirname(path), copy)],
      ),
      originals: inputs.flatMap(({ name }) => {
        const first = name.replace(SEVERAL, '')
        const above = foldersAbove(path).map((folder) => resolve(folder, first))
        return [resolve(name), resolve(first), join(dirname(path), basename(first)), ...above]
      }),
    }
  } catch {
    // A missing or unreadable manifest says nothing about the inputs.
    return NOTHING
  }
}

/** Every folder that a file is in, from the innermost one: dedup ran in one of them, or elsewhere. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}

const NOTHING = { copies: [], originals: [] }
