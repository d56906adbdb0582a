import { parentPort, workerData } from 'node:worker_threads'
import { ItemIndex } from '../apps/decontaminate/item-index.js'
import { textReader } from '../read/json-field.js'
import {
  type ContaminationAnswer,
  type ContaminationWorkerData,
  findInLines,
  type Lines,
} from './items-in-lines.js'

// A worker of `decontaminate`: it has its own index of the items, and searches batches of lines for them.

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
