/// <reference types="node" />
import { parentPort } from 'node:worker_threads'
import { Lifetime } from '../../temporary/lifetime.js'
import { onPendingChange } from '../../temporary/node-leftovers.js'
import { COMMANDS, commandNamed } from '../commands.js'
import { runCommandLine } from '../run.js'
import type { Printer } from '../terminal.js'
import type { ThreadData, ThreadMessage } from './messages.js'

/**
 * Runs the command line that the main thread sends, and leaves signals, the terminal and the limit of memory to the main thread.
 *
 * @param command the command that will be sent, if that is already known: its code is loaded meanwhile
 */
export async function runThread(command: string | undefined): Promise<void> {
  const port = parentPort!
  const report = (message: ThreadMessage) => port.postMessage(message)
  const received = new Promise<ThreadData>((resolve) => port.once('message', resolve))
  // Whether loading fails is found out when the command is run.
  if (command !== undefined)
    commandNamed(command)
      ?.load?.(COMMANDS)
      .catch(() => {})
  const { args, version, streams } = await received
  const printer = (stream: 'out' | 'err'): Printer => ({
    ...streams[stream],
    print: (text) => report({ stream, kind: 'print', text }),
    control: (text) => report({ stream, kind: 'control', text }),
  })
  onPendingChange((pending) => report({ pending }))
  // What is printed to a terminal is escaped, and only the main thread knows that it is one.
  if (streams.out.isTerminal) Object.assign(process.stdout, { isTTY: true })
  const lifetime = new Lifetime()
  port.on('message', () => void lifetime.end())
  // Waiting for a request does not keep the thread running.
  port.unref()
  const terminal = { out: printer('out'), err: printer('err') }
  report({ code: await runCommandLine(args, { terminal, lifetime, version }) })
}
