import { parentPort } from 'node:worker_threads'
import { packReadStates, unpackFiles } from './node-file-input.js'
import type { FileJob, FileJobDone } from './node-file-threads.js'
import { Spool, TemporaryFolder } from './node-spool.js'
import { spoolFiles } from './node-spool-files.js'

// A thread that reads files of one document each. Any problem with one of them is left to the main thread, which reads the files of that
// job again.

async function run({ files, path, options }: FileJob): Promise<FileJobDone | undefined> {
  const folder = new TemporaryFolder()
  try {
    const spool = new Spool(path)
    const bad = (error: Error) => {
      throw error
    }
    const inputs = unpackFiles(files)
    const layouts = await spoolFiles(inputs, spool, options, { folder, bad })
    return { bytes: spool.finish(path).bytes, layouts, states: packReadStates(inputs) }
  } catch {
    return undefined
  } finally {
    folder.remove()
  }
}

parentPort!.on('message', async (job: FileJob) => parentPort!.postMessage(await run(job)))
