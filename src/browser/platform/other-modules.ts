// What the readers of formats use of other modules: `node:path`, `node:os`, `node:stream/promises`, of ours temporary folders,
// zstd and threads that read files, and tinyglobby. The bundle of the page has this in the place of each.

import { decompress } from 'fzstd'
import { removeFiles } from './files.js'
import type { Gunzip } from './zlib.js'

/** A path from the root: in a page there is no other folder. */
export function resolve(...parts: readonly string[]): string {
  return join('/', ...parts)
}

export function join(...parts: readonly string[]): string {
  const names = parts.join('/').split('/')
  return (
    (parts[0]!.startsWith('/') ? '/' : '') + names.filter((name) => name !== '' && name !== '.').join('/')
  )
}

export function dirname(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')))
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function tmpdir(): string {
  return '/.temporary'
}

export function pipeline(chunks: AsyncIterable<Uint8Array>, target: Gunzip): Promise<void> {
  return target.fill(chunks)
}

let folders = 0

export function makeTemporaryFolder(parent: string): string {
  return `${parent}/${folders++}`
}

export function removeTemporaryFolder(path: string): void {
  removeFiles(path)
}

export async function openZstd() {
  return {
    decompress: (bytes: Uint8Array) => decompress(bytes),
    compress(): never {
      throw new Error('compression is not available in a page')
    },
  }
}

/** The names of files in a page are no patterns. */
export function isDynamicPattern(): boolean {
  return false
}

export function glob(): never[] {
  return []
}

/** A worker of the page reads its files itself. */
export async function spoolInThreads(): Promise<never[]> {
  return []
}
