import { parentPort, workerData } from 'node:worker_threads'
import type { FileJob, FileJobDone } from './node-file-threads.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { spoolFiles } from './node-spool-files.js'

// A thread that reads files of one document each. Whatever is wrong with one of them is left to the thread that started it, which
// reads them again.

const { inputs, path, options } = workerData as FileJob
const folder = new TemporaryFolder()
const bad = (error: Error) => {
  throw error
}
let done: FileJobDone | undefined
try {
  const spool = new Spool(path)
  const layouts = await spoolFiles(inputs, spool, options, { folder, bad })
  done = { bytes: spool.finish(path).bytes, layouts }
} catch {
  // The message is the error.
} finally {
  folder.remove()
}
parentPort!.postMessage(done)
