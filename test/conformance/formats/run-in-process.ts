// Runs the built command line in this process: a matrix of hundreds of commands would take minutes as processes of their own.

import { Readable } from 'node:stream'
import { runCommandLine } from '../../../dist/cli/run.js'
import { Lifetime } from '../../../dist/temporary/lifetime.js'
import type { Printer } from '../../../src/cli/terminal.js'

export interface InProcess {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export async function runInProcess(args: readonly string[], stdin?: Uint8Array): Promise<InProcess> {
  const printed = { out: '', err: '' }
  const printer = (stream: 'out' | 'err'): Printer => ({
    isTerminal: false,
    colors: false,
    columns: 80,
    print(text) {
      printed[stream] += text
    },
    control() {},
  })
  const terminal = { out: printer('out'), err: printer('err') }
  const own = Object.getOwnPropertyDescriptor(process, 'stdin')!
  if (stdin !== undefined) {
    Object.defineProperty(process, 'stdin', {
      configurable: true,
      value: Readable.from([Buffer.from(stdin)]),
    })
  }
  try {
    const code = await runCommandLine(args, { terminal, lifetime: new Lifetime(), version: 'test' })
    return { code, stdout: printed.out, stderr: printed.err }
  } finally {
    Object.defineProperty(process, 'stdin', own)
  }
}
