/// <reference types="node" />

import { STDOUT } from './node-output.js'
import { openSink } from './node-sink.js'
import { StdoutSink } from './node-stdout.js'

/** Writes a text to stdout, or to a file under a temporary name that is renamed when it is complete. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const sink = path === STDOUT ? new StdoutSink() : openSink(path)
  try {
    await sink.write(Buffer.from(text))
    await sink.close()
  } catch (error) {
    await sink.abort()
    throw error
  }
}
