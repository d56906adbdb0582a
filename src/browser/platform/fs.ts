// The parts of `node:fs` that format readers use, for the files of a run. The bundle of the page replaces the module with this one.

import { closeFile, type FileStats, fileAt, openedFile, openFile, readCounted } from './files.js'
import { resolve } from './other-modules.js'

export function openSync(path: string, flags: string): number {
  return openFile(path, flags.startsWith('w'))
}

export function closeSync(descriptor: number): void {
  closeFile(descriptor)
}

export function readSync(
  descriptor: number,
  target: Uint8Array,
  offset: number,
  length: number,
  position: number,
): number {
  const bytes = readCounted(openedFile(descriptor), position, length)
  target.set(bytes, offset)
  return bytes.length
}

/** Readers write only at the end of a file. */
export function writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number): number {
  openedFile(descriptor).append(bytes.slice(offset, offset + length))
  return length
}

export function ftruncateSync(descriptor: number, bytes: number): void {
  openedFile(descriptor).cutTo(bytes)
}

export function statSync(path: string): FileStats {
  return fileAt(resolve(path)).stats
}

export function fstatSync(descriptor: number): FileStats {
  return openedFile(descriptor).stats
}

export async function* createReadStream(
  path: string,
  { highWaterMark }: { readonly highWaterMark: number },
): AsyncGenerator<Uint8Array, void> {
  const file = fileAt(path)
  for (let offset = 0; offset < file.stats.size; offset += highWaterMark) {
    yield readCounted(file, offset, highWaterMark)
  }
}

/** Pages pass in files, never folders. */
export function readdirSync(): never[] {
  return []
}

export function realpathSync(path: string): string {
  return path
}

export function readFileSync(path: string): never {
  throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' })
}
