import type { Progress } from '../engine/engine.js'
import { errorOf } from '../engine/stages/threads/faults.js'
import type { CallMessage, CallName, Calls, Opening, WorkerAnswer } from './protocol.js'

/** The page's connection to the worker that coordinates a run. */
export class RunCoordinator {
  onProgress: ((progress: Progress) => void) | undefined
  onOpening: ((opening: Opening) => void) | undefined
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>()
  #calls = 0
  #fault: { readonly reason: unknown } | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => this.#receive(data)
    worker.onerror = ({ message }) => this.end(new Error(message || 'the worker could not start'))
  }

  /** Whether the worker was terminated, or failed. */
  get hasEnded(): boolean {
    return this.#fault !== undefined
  }

  call<Name extends CallName>(
    name: Name,
    argument: Parameters<Calls[Name]>[0],
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        reject(this.#fault.reason)
        return
      }
      const call = this.#calls++
      this.#worker.postMessage({ call, name, argument } satisfies CallMessage)
      this.#waiting.set(call, { resolve: resolve as (result: unknown) => void, reject })
    })
  }

  /** Terminates the worker and those that it has started, at any time; pending calls fail with this reason. */
  end(reason: unknown): void {
    this.#fault ??= { reason }
    this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(this.#fault.reason)
    this.#waiting.clear()
  }

  #receive(answer: WorkerAnswer): void {
    if ('progress' in answer) this.onProgress?.(answer.progress)
    else if ('opening' in answer) this.onOpening?.(answer.opening)
    else {
      const pending = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      if ('fault' in answer) pending?.reject(errorOf(answer.fault))
      else pending?.resolve(answer.result)
    }
  }
}
