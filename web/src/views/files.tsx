import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { ReadOptions } from '../../../src/browser/protocol.js'
import type { FindRequest, Progress } from '../../../src/engine/engine.js'
import { counted } from '../../../src/model/quantities.js'
import { current } from '../data/current.js'
import { saveClusters, savePairs, saveReport } from '../data/save-found.js'
import { cancelSearch, prepareSearch, type SearchState, search, searchFiles } from '../data/search.js'
import { hasFiles } from '../parts/dragged.js'
import { oneLine } from '../parts/format.js'

const STAGES: Readonly<Record<Progress['stage'], string>> = {
  read: 'Reading documents',
  sketch: 'Reading documents',
  band: 'Finding candidates',
  sets: 'Rereading candidates',
  join: 'Joining',
  verify: 'Comparing candidates',
  cluster: 'Clustering',
  audit: 'Measuring the recall',
  write: 'Writing',
}

/** Searches files that the reader drops or selects. They are processed on this page and not sent anywhere. */
export function FilesView() {
  const files = useSignal<readonly File[]>([])
  const isOver = useSignal(false)
  const state = search.value
  const choose = (chosen: FileList | null | undefined) => {
    files.value = [...(chosen ?? [])]
    if (files.value.length > 0) prepareSearch()
  }
  const isBusy = state.kind === 'opening' || state.kind === 'searching'
  // Files can be dropped anywhere: outside of its own element, the browser would leave the page for them.
  useLayoutEffect(() => {
    const drag = (event: DragEvent) => {
      isOver.value = !isBusy && hasFiles(event)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      isOver.value = false
      if (!isBusy && hasFiles(event)) choose(event.dataTransfer?.files)
    }
    return listening({ dragover: drag, dragleave: leave, drop })
  }, [isBusy])
  return (
    <>
      <h1>Find near-duplicates in your files</h1>
      <p>
        JSON Lines, JSON, CSV, TSV, Parquet, text and HTML, optionally compressed with gzip or zstd. Your
        files stay on this computer: the page uploads nothing.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { request, reading } = readForm(new FormData(event.currentTarget))
          void searchFiles(files.value, request, reading)
        }}
      >
        <fieldset class="search" disabled={isBusy}>
          <legend>Files and options</legend>
          <div class={isOver.value ? 'drop over' : 'drop'}>
            <label>
              <span>Drop files here, or choose them</span>
              <input
                type="file"
                multiple
                onChange={(event) => {
                  choose(event.currentTarget.files)
                }}
              />
            </label>
            <ChosenFiles files={files.value} />
          </div>
          <Options />
          <button type="submit" disabled={files.value.length === 0}>
            Find near-duplicates
          </button>
        </fieldset>
      </form>
      <Outcome state={state} />
    </>
  )
}

type DragListeners = Readonly<Record<'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void>>

/** Listens to what is dragged over the page, until the returned function is called. */
function listening(listeners: DragListeners): () => void {
  const entries = Object.entries(listeners) as [
    'dragover' | 'dragleave' | 'drop',
    (event: DragEvent) => void,
  ][]
  for (const [type, listener] of entries) addEventListener(type, listener)
  return () => {
    for (const [type, listener] of entries) removeEventListener(type, listener)
  }
}

function ChosenFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Chosen files">
      {files.slice(0, 10).map((file, number) => (
        <li key={`${number} ${file.name}`}>
          {oneLine(file.name)} <small>{megabytes(file.size)}</small>
        </li>
      ))}
      {files.length > 10 && <li>and {files.length - 10} more</li>}
    </ul>
  )
}

function Options() {
  return (
    <>
      <div class="options">
        <label>
          <span>Threshold</span>
          <input type="number" name="threshold" min="0.01" max="1" step="any" defaultValue="0.8" required />
        </label>
        <label>
          <span>Recall</span>
          <input type="number" name="recall" min="0.01" max="1" step="any" defaultValue="0.95" required />
        </label>
        <label>
          <span>Shingles of</span>
          <input type="number" name="k" min="1" max="100" step="1" defaultValue="5" required />
        </label>
        <label>
          <span>Unit</span>
          <select name="kind">
            <option value="words">words</option>
            <option value="chars">characters</option>
          </select>
        </label>
      </div>
      <details>
        <summary>How the files are read</summary>
        <div class="options">
          <label>
            <span>Text fields, separated by commas</span>
            <input name="text" placeholder="detected" />
          </label>
          <label>
            <span>Id field</span>
            <input name="id" placeholder="detected" />
          </label>
          <label>
            <span>CSV delimiter</span>
            <input name="delimiter" placeholder="detected" maxLength={1} />
          </label>
          <label>
            <span>Encoding</span>
            <select name="encoding">
              <option value="">detected</option>
              {['utf-8', 'latin1', 'windows-1252', 'utf-16le', 'utf-16be'].map((encoding) => (
                <option key={encoding} value={encoding}>
                  {encoding}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input type="checkbox" name="skip" />
            <span>Skip bad records</span>
          </label>
        </div>
      </details>
    </>
  )
}

function Outcome({ state }: { state: SearchState }) {
  switch (state.kind) {
    case 'waiting':
      return null
    case 'failed':
      return (
        <p role="alert" class="warning">
          {state.problem}
        </p>
      )
    case 'opening':
      return <Running label="Opening files" done={state.done} total={state.total} />
    case 'searching': {
      const { stage, done, total } = state.progress ?? { stage: 'sketch' as const, done: 0, total: 0 }
      return <Running label={STAGES[stage]} done={done} total={total} />
    }
    case 'found': {
      const { documents, pairs, clusters, skipped } = state.found.summary
      return (
        <section aria-label="Result">
          <p role="status">
            {counted(documents, 'document')}, {counted(pairs, 'pair')}, {counted(clusters, 'cluster')}
            {skipped.length > 0 && `, ${counted(skipped.length, 'bad record')} skipped`}.{' '}
            <a href="#/">Show the overview</a>
          </p>
          <p class="buttons">
            <button type="button" onClick={() => void savePairs(state.found)}>
              Save pairs
            </button>
            <button type="button" onClick={() => void saveClusters(state.found)}>
              Save clusters
            </button>
            <button type="button" onClick={() => void saveReport(current.value!.data)}>
              Save report
            </button>
          </p>
        </section>
      )
    }
  }
}

function Running({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <section aria-label="Progress">
      <p>
        <label>
          <span role="status">{label}</span>{' '}
          <progress max={total || 1} value={total === 0 ? undefined : done} />
        </label>{' '}
        <button type="button" onClick={cancelSearch}>
          Cancel
        </button>
      </p>
    </section>
  )
}

function readForm(form: FormData): { readonly request: FindRequest; readonly reading: ReadOptions } {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const text = value('text')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const kind = value('kind') === 'chars' ? 'chars' : 'words'
  return {
    request: {
      threshold: Number(value('threshold')),
      recall: Number(value('recall')),
      shingle: { kind, k: Number(value('k')) },
      onError: form.has('skip') ? 'skip' : 'stop',
    },
    reading: {
      ...(text.length > 0 && { text }),
      ...(value('id') !== '' && { id: value('id') }),
      ...(String(form.get('delimiter')) !== '' && { delimiter: String(form.get('delimiter')) }),
      ...(value('encoding') !== '' && {
        encoding: value('encoding') as NonNullable<ReadOptions['encoding']>,
      }),
    },
  }
}

function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
