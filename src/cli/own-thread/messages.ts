import type { PendingChange } from '../../temporary/node-leftovers.js'
import type { Printer } from '../terminal.js'

/** The first message to the thread of a command: what to run. */
export interface ThreadData {
  readonly args: readonly string[]
  readonly version: string
  /** What the streams of the process are like. */
  readonly streams: { readonly out: StreamKind; readonly err: StreamKind }
}

export type StreamKind = Pick<Printer, 'isTerminal' | 'colors' | 'columns'>

/** What the thread of a command reports. */
export type ThreadMessage =
  | { readonly stream: 'out' | 'err'; readonly kind: 'print' | 'control'; readonly text: string }
  | { readonly pending: PendingChange }
  | { readonly code: number }

/** What the thread of a command is asked to do: to stop as soon as it can. */
export interface ThreadRequest {
  readonly end: true
}
