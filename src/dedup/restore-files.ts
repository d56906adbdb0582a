/// <reference types="node" />
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { InvalidArtifact } from '../model/errors.js'
import { textReader } from '../read/json-field.js'
import type { Lifetime } from '../temporary/lifetime.js'
import { makeFolder } from '../write/node-make-folder.js'
import { STDOUT } from '../write/node-output.js'
import { openSink } from '../write/node-sink.js'
import { StdoutSink } from '../write/node-stdout.js'
import { LineQueue } from './line-queue.js'
import { changed, type MergedRecords } from './merged-records.js'
import { type Original, originalBytes } from './originals.js'
import { nextRecord } from './record-queue.js'
import type { Restoring } from './restoring.js'

/** The paths of all originals, in order. */
export async function listOriginals(path: string): Promise<string[]> {
  const queue = await LineQueue.open(path)
  const paths: string[] = []
  try {
    for (let line = await nextRecord(queue); line !== undefined; line = await nextRecord(queue)) {
      paths.push(parse(path, line).path)
    }
  } finally {
    await queue.close()
  }
  return paths
}

/** Writes the next originals, each to its target. */
export async function restoreFiles(
  originals: LineQueue,
  targets: readonly string[],
  folder: string | undefined,
  textFields: readonly string[],
  records: MergedRecords,
  restoring: Restoring,
): Promise<void> {
  const readText = textReader(textFields)
  for (const target of targets) {
    const line = await nextRecord(originals)
    if (line === undefined) throw changed(originals.path, 'files are missing')
    const original = parse(originals.path, line)
    const { position } = original
    const text = position === undefined ? undefined : readText(await records.next(position))
    const bytes = originalBytes(original, text)
    if (bytes === undefined) throw changed(original.path, 'the checksum differs')
    await writeFile(target, folder, bytes, restoring.lifetime)
    await restoring.add(position === undefined ? 0 : 1)
  }
}

async function writeFile(
  path: string,
  folder: string | undefined,
  bytes: Uint8Array,
  lifetime: Lifetime,
): Promise<void> {
  if (folder !== undefined) {
    makeFolder(dirname(path))
    checkReallyInside(folder, path)
  }
  const sink = path === STDOUT ? new StdoutSink() : openSink(path)
  const release = lifetime.onEnd(() => sink.abort())
  try {
    await sink.write(bytes)
    await sink.close()
  } catch (error) {
    await sink.abort()
    throw error
  } finally {
    release()
  }
}

/** A symbolic link along the path must not lead out of the folder. */
function checkReallyInside(folder: string, path: string): void {
  const way = relative(realpathSync(folder), realpathSync(dirname(path)))
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new InvalidArtifact(
      'a restored file',
      'a symbolic link points outside the folder',
      'restore into another folder',
      path,
    )
  }
}

function parse(file: string, line: Uint8Array): Original {
  try {
    const original = JSON.parse(Buffer.from(line).toString()) as Original
    if (typeof original.path === 'string' && typeof original.sha256 === 'string') return original
  } catch {
    // Reported below.
  }
  throw changed(file, 'a line is damaged')
}
