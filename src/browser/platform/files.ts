// The files of a run, in memory: those that the page passed in, and those that readers write.

import type { BlobFiles } from '../../engine/browser/blob-files.js'
import { readBlob } from '../../engine/browser/blob-inputs.js'

/** The part of `fs.Stats` that readers use. */
export interface FileStats {
  readonly size: number
  readonly mtimeMs: number
  isFile(): boolean
  isDirectory(): boolean
}

/** A file as one Blob: the browser stores what is written, outside of the memory of this thread. */
export class MemoryFile {
  readonly path: string
  readonly modified: number
  #blob: Blob

  constructor(path: string, blob: Blob = new Blob(), modified = 0) {
    this.path = path
    this.modified = modified
    this.#blob = blob
  }

  get blob(): Blob {
    return this.#blob
  }

  get stats(): FileStats {
    return { size: this.#blob.size, mtimeMs: this.modified, isFile: () => true, isDirectory: () => false }
  }

  read(offset: number, length: number): Uint8Array<ArrayBuffer> {
    return readBlob(this.path.slice(1), this.#blob.slice(offset, offset + length))
  }

  append(bytes: Uint8Array): void {
    this.#blob = new Blob([this.#blob, bytes as Uint8Array<ArrayBuffer>])
  }

  cutTo(bytes: number): void {
    this.#blob = this.#blob.slice(0, bytes)
  }
}

const files = new Map<string, MemoryFile>()
const opened = new Map<number, MemoryFile>()
let lastDescriptor = 2
let onRead: (bytes: number) => void = () => {}

/** Adds a file, or replaces it. */
export function addFile(file: MemoryFile): void {
  files.set(file.path, file)
}

/** Removes a file, or a folder with everything in it. */
export function removeFiles(path: string): void {
  for (const one of files.keys()) if (one === path || one.startsWith(`${path}/`)) files.delete(one)
}

export function removeAllFiles(): void {
  files.clear()
  opened.clear()
}

/** The Blobs of some files, for other threads. */
export function blobsOf(paths: readonly string[]): BlobFiles {
  return [...new Set(paths)].map((path) => [path, fileAt(path).blob] as const)
}

/** Registers a function that is called with the number of bytes read. */
export function watchReading(watch: (bytes: number) => void): void {
  onRead = watch
}

/** @throws an error with the code ENOENT */
export function fileAt(path: string): MemoryFile {
  const file = files.get(path)
  if (file === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' })
  return file
}

export function openFile(path: string, isNew: boolean): number {
  if (isNew) addFile(new MemoryFile(path))
  const file = fileAt(path)
  opened.set(++lastDescriptor, file)
  return lastDescriptor
}

export function openedFile(descriptor: number): MemoryFile {
  const file = opened.get(descriptor)
  if (file === undefined) throw Object.assign(new Error('the file is closed'), { code: 'EBADF' })
  return file
}

export function closeFile(descriptor: number): void {
  opened.delete(descriptor)
}

/** Reads a file that was passed in, and counts the bytes read. */
export function readCounted(file: MemoryFile, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = file.read(offset, length)
  onRead(bytes.length)
  return bytes
}
