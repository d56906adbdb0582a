// The parts of other modules that format readers use: `node:path`, `node:os`, `node:stream/promises`, tinyglobby, and the project's modules
// for temporary folders, zstd and threads that read files. The bundle of the page replaces each of them with this module.

import { decompress } from 'fzstd'
import { removeFiles } from './files.js'
import type { Gunzip } from './zlib.js'

/** An absolute path: in a page, the root is the only folder. */
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

/** In a page, file names are never patterns. */
export function isDynamicPattern(): boolean {
  return false
}

export function glob(): never[] {
  return []
}

/** In a page, the worker itself reads the files. */
export async function spoolInThreads(): Promise<never[]> {
  return []
}
