/// <reference types="node" />
// The thread of a command: it runs the command line, and leaves signals, the terminal and the limit of memory to the main thread.
import { parentPort, workerData } from 'node:worker_threads'
import { Lifetime } from '../../temporary/lifetime.js'
import { onPendingChange } from '../../temporary/node-leftovers.js'
import { runCommandLine } from '../run.js'
import type { Printer } from '../terminal.js'
import type { ThreadData, ThreadMessage } from './messages.js'

const { args, version, streams } = workerData as ThreadData

const report = (message: ThreadMessage) => parentPort!.postMessage(message)

const printer = (stream: 'out' | 'err'): Printer => ({
  ...streams[stream],
  print: (text) => report({ stream, kind: 'print', text }),
  control: (text) => report({ stream, kind: 'control', text }),
})

onPendingChange((pending) => report({ pending }))
// What is printed to a terminal is escaped, and only the main thread knows that it is one.
if (streams.out.isTerminal) Object.assign(process.stdout, { isTTY: true })
const terminal = { out: printer('out'), err: printer('err') }
const lifetime = new Lifetime()
parentPort!.on('message', () => void lifetime.end())
// Waiting for a request does not keep the thread running.
parentPort!.unref()
report({ code: await runCommandLine(args, { terminal, lifetime, version }) })
