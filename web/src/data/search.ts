import { signal } from '@preact/signals'
import { BrowserEngine, type FoundInWorker } from '../../../src/browser/browser-engine.js'
import type { ReadOptions } from '../../../src/browser/protocol.js'
import { RunCoordinator } from '../../../src/browser/run-coordinator.js'
import type { FindRequest, Progress } from '../../../src/engine/engine.js'
import type { GivenArguments } from '../../../src/report/report-data.js'
import { unplannedFlags } from '../../../src/report/unplanned-flags.js'
import { printable } from '../parts/format.js'
import { current, showReport } from './current.js'
import { go } from './route.js'

/** The progress of a search in dropped files. */
export type SearchState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'opening'; readonly done: number; readonly total: number }
  | { readonly kind: 'searching'; readonly progress: Progress | undefined }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'found'; readonly found: FoundInWorker; readonly title: string }

export const search = signal<SearchState>({ kind: 'waiting' })

/** The script of the engine's workers, if the page includes an engine. */
const script = document.getElementById('engine')?.textContent

/** Whether this page can search files. */
export const canSearch = script !== undefined && script !== ''

const CANCELED = new Error('canceled')
let running: AbortController | undefined
let engine: BrowserEngine | undefined
let workerUrl: string | undefined
/** Workers for the next search. */
let prepared: RunCoordinator | undefined

/** Starts a worker from inside the page. It has the page's content security policy, which lets nothing be loaded or sent. */
function spawn(): Worker {
  workerUrl ??= URL.createObjectURL(new Blob([script!], { type: 'text/javascript' }))
  return new Worker(workerUrl)
}

/** Starts workers while the reader sets the options of a search, because starting them takes a while. */
export function prepareSearch(): void {
  if (prepared !== undefined) return
  const coordinator = new RunCoordinator(spawn())
  prepared = coordinator
  // A page that was opened from disk cannot start more than one. Any other failure is reported by the search.
  coordinator.call('prepare', navigator.hardwareConcurrency).catch(() => {})
}

/** Searches files and shows the result. */
export async function searchFiles(
  files: readonly File[],
  request: FindRequest,
  reading: ReadOptions,
): Promise<void> {
  // The overview, which replaces this view once there is a result, has no progress display and nothing to save.
  go('files')
  const controller = new AbortController()
  running = controller
  const title = files.length === 1 ? files[0]!.name : `${files.length} files`
  try {
    await forget()
    engine = new BrowserEngine({
      ...reading,
      spawn,
      ...(prepared && { prepared }),
      onOpening: ({ done, total }) => {
        search.value = { kind: 'opening', done, total }
      },
    })
    prepared = undefined
    const found = await engine.find(files, request, {
      signal: controller.signal,
      onProgress: (progress) => {
        search.value = { kind: 'searching', progress }
      },
    })
    const equivalent = equivalentOf(files, request, reading)
    showReport(
      { ...(await found.report(title)), equivalent },
      { search: (shingle) => searchFiles(files, { ...request, shingle }, reading) },
    )
    search.value = { kind: 'found', found, title }
  } catch (error) {
    search.value = error === CANCELED ? { kind: 'waiting' } : { kind: 'failed', problem: problemOf(error) }
  } finally {
    running = undefined
  }
}

/** More files than this are not named in a command. */
const MAX_INPUTS = 1000

/** What a command line would contain to read the same files in the same way. */
function equivalentOf(
  files: readonly File[],
  { onError }: FindRequest,
  reading: ReadOptions,
): GivenArguments {
  return {
    // A file with this name would be mistaken for stdin.
    inputs: files.length > MAX_INPUTS ? [] : files.map(({ name }) => (name === '-' ? './-' : name)),
    options: unplannedFlags({ ...reading, ...(onError && { onError }) }),
  }
}

/** Removes options of the library in parentheses, such as (`onError: 'skip'`), because the page has fields for them. */
function withoutOptions(problem: string): string {
  return problem.replaceAll(/ \(`[^)]*`\)/g, '')
}

/** What browsers report when memory runs out; none of these messages is meant for users. */
const OUT_OF_MEMORY = /allocation failed|out of memory|could not allocate|invalid (typed )?array length/i

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return OUT_OF_MEMORY.test(message)
    ? 'The browser has no memory left for this search. Close other tabs, search fewer files, or use the command line, which writes to disk what does not fit into memory.'
    : printable(withoutOptions(message))
}

export function cancelSearch(): void {
  running?.abort(CANCELED)
}

/** Discards the result of the last search, when the next one begins. */
async function forget(): Promise<void> {
  const state = search.value
  current.value = undefined
  search.value = { kind: 'opening', done: 0, total: 0 }
  if (state.kind === 'found') await state.found.close()
  engine?.close()
}
