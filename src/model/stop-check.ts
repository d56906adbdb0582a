import type { StopSignal } from './stop-signal.js'

/** How long work continues before timers and messages get their turn, in milliseconds. */
const TURN_MS = 50

/** Stops long synchronous work when a signal is aborted. A signal can only be aborted while the work pauses. */
export class StopCheck {
  readonly #signal: StopSignal | undefined
  #turn = Date.now()

  constructor(signal: StopSignal | undefined) {
    this.#signal = signal
  }

  /** Call this often. If it returns a promise, await it. Without a signal, it does nothing. */
  check(): void | Promise<void> {
    if (this.#signal === undefined) return undefined
    this.#signal.throwIfAborted()
    return Date.now() - this.#turn < TURN_MS ? undefined : this.#pause()
  }

  async #pause(): Promise<void> {
    await nextTurn()
    this.#turn = Date.now()
    this.#signal!.throwIfAborted()
  }
}

/** Timers exist on every platform, but are not part of the language. In Node, an immediate does not wait for a millisecond. */
const { setImmediate, setTimeout } = globalThis as unknown as {
  setImmediate?(act: () => void): unknown
  setTimeout(act: () => void, ms: number): unknown
}

/** Lets everything run that is due: timers, messages, input and output. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve, 0)
    else setImmediate(resolve)
  })
}
