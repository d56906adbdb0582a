import { parentPort, workerData } from 'node:worker_threads'
import { ItemIndex, type ItemIndexOptions } from '../apps/decontaminate/item-index.js'
import { textReader } from '../read/json-field.js'
import { type FoundInRecord, findInLines, type Lines } from './item-search.js'

// A worker of `decontaminate`: it has an index of the items of its own, and looks for them in batches of lines.

/** What a worker is told when it is started. */
export interface ContaminationWorkerData {
  readonly items: readonly string[]
  readonly options: ItemIndexOptions
  readonly textFields: readonly string[]
}

/** What it answers. */
export interface ContaminationAnswer {
  readonly found?: readonly FoundInRecord[]
  readonly problem?: string
}

const { items, options, textFields } = workerData as ContaminationWorkerData
const index = new ItemIndex(options)
for (const text of items) index.add(text)
const readText = textReader(textFields)

const answer = (lines: Lines): ContaminationAnswer => {
  try {
    return { found: findInLines(index, readText, lines) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

parentPort!.on('message', (lines: Lines) => parentPort!.postMessage(answer(lines)))
