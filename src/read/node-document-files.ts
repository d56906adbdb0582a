/// <reference types="node" />
import { BadRecords } from './bad-records.js'
import { partsOf } from './file-parts.js'
import type { Input } from './input.js'
import { FileInput, markAllRead, packFiles } from './node-file-input.js'
import { spoolInThreads } from './node-file-threads.js'
import { spoolTo, type TemporaryFolder } from './node-spool.js'
import { type FileHooks, type FileOptions, spoolFiles } from './node-spool-files.js'
import type { FileLayout } from './source.js'
import type { SourceOptions } from './source-options.js'
import type { SourcePart } from './source-part.js'

/** How files that are one document each are opened. */
interface OpenOptions {
  readonly folder: TemporaryFolder
  readonly options: SourceOptions
  readonly reading: FileOptions
  /** Takes up the layouts of the files. */
  readonly layouts: FileLayout[]
  readonly pageText: NonNullable<FileHooks['pageText']>
  readonly onFiles: (files: number) => void
}

/** Opens files that are one document each, in parts of many files: several threads read them if there are very many. */
export async function openDocumentFiles(run: readonly Input[], opening: OpenOptions): Promise<SourcePart[]> {
  const parts = partsOf(run)
  const spooled = await readInThreads(parts, opening)
  const opened: SourcePart[] = []
  for (const [part, inputs] of parts.entries()) {
    const { path, done } = spooled[part] ?? {}
    if (path === undefined || done === undefined) opened.push(await openFiles(inputs, opening))
    else {
      opening.layouts.push(...done.layouts)
      markAllRead(inputs.filter(isFile), done.states)
      const file = { name: nameOf(inputs), path, bytes: done.bytes, holdsFiles: inputs.length }
      opened.push({ file, skipped: [] })
    }
  }
  return opened
}

/**
 * The results of threads for parts; empty if threads do not pay off, would exceed limited memory, or cannot know what to read of a page.
 */
async function readInThreads(
  parts: readonly (readonly Input[])[],
  { folder, options: { workers, memory, pages }, reading: options }: OpenOptions,
) {
  const isAlone = parts.length === 1 || workers === 1 || memory !== undefined || pages !== undefined
  if (isAlone || !parts.every((inputs) => inputs.every(isFile))) return []
  const jobs = parts.map((inputs) => ({
    files: packFiles(inputs.filter(isFile)),
    path: folder.newPath('jsonl'),
    options,
  }))
  const results = await spoolInThreads(jobs, workers)
  return jobs.map(({ path }, part) => ({ path, done: results[part] }))
}

async function openFiles(inputs: readonly Input[], opening: OpenOptions): Promise<SourcePart> {
  const { folder, options, reading, layouts, pageText, onFiles } = opening
  const bad = new BadRecords(options.onError ?? 'stop')
  const file = await spoolTo(folder, nameOf(inputs), async (spool) => {
    layouts.push(
      ...(await spoolFiles(inputs, spool, reading, { folder, bad: (error) => bad.add(error), pageText })),
    )
  })
  onFiles(inputs.length)
  return { file: { ...file, holdsFiles: inputs.length }, skipped: bad.list }
}

/** Whether an input is a file with random access. */
function isFile(input: Input): input is FileInput {
  return input.isRegular && input instanceof FileInput
}

/** The name of some files together, in messages. */
function nameOf([first, ...others]: readonly Input[]): string {
  return others.length === 0 ? first!.name : `${first!.name} and ${others.length} more`
}
