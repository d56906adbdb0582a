import type { Kernel, KernelOptions } from '../../../kernel/kernel.js'
import { loadKernel } from '../../../kernel/load-kernel.js'
import type { Blocks, Inputs } from '../../ports.js'
import { ReusedArrays } from './reused-arrays.js'

/** Kernels at a time: their memory is never given back before they are dropped. */
const MAX_KERNELS = 2

/** How a thread reads inputs and keeps blocks. */
export interface ThreadPorts {
  readonly inputs: Inputs
  readonly store: Blocks
  /** Frees memory that is no longer used, if it is bounded and much has gathered. Default: nothing. */
  readonly collect?: () => void
}

/**
 * What one thread has for one run: the ports, and what its tasks leave for the next. Every thread that takes part in a run
 * has one, the main thread too; when the run ends, it is dropped with all that it holds.
 */
export class Thread {
  readonly inputs: Inputs
  readonly store: Blocks
  /** To be called now and then by long work that is no task: frees memory where that is bounded. */
  readonly collect: () => void
  readonly arrays = new ReusedArrays()
  /** In the order in which they were made. */
  readonly #kernels = new Map<string, Kernel>()
  readonly #kept = new Map<string, { readonly key: number; readonly value: unknown }>()
  #kind: string | undefined

  constructor({ inputs, store, collect = () => {} }: ThreadPorts) {
    this.inputs = inputs
    this.store = store
    this.collect = collect
  }

  /** A task of this kind is next: what those of another kind have left is dropped, except kernels. */
  begin(kind: string): void {
    if (kind === this.#kind) return
    this.arrays.drop()
    this.#kept.clear()
    this.#kind = kind
  }

  /** The kernel for these options. */
  kernel(options: KernelOptions): Kernel {
    const name = JSON.stringify(options)
    let kernel = this.#kernels.get(name)
    if (kernel === undefined) {
      for (const oldest of this.#kernels.keys()) {
        if (this.#kernels.size >= MAX_KERNELS) this.#kernels.delete(oldest)
      }
      kernel = loadKernel(options)
      this.#kernels.set(name, kernel)
    }
    return kernel
  }

  /** The kernel that compares sets. */
  comparingKernel(): Kernel {
    return this.kernel({ textFields: ['text'] })
  }

  /**
   * What an earlier task of the same kind has made under this name and key, such as an index that all of them ask. One value
   * for each name is kept.
   *
   * @param key tells values of one run apart
   */
  keep<Value>(name: string, key: number, make: () => Value): Value {
    let kept = this.#kept.get(name)
    if (kept?.key !== key) {
      kept = { key, value: make() }
      this.#kept.set(name, kept)
    }
    return kept.value as Value
  }
}
