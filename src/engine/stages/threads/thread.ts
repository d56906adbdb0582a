import type { Kernel, KernelOptions } from '../../../kernel/kernel.js'
import { loadKernel } from '../../../kernel/load-kernel.js'
import type { Blocks, Inputs } from '../../ports.js'
import { type Allocate, ReusedArrays } from './reused-arrays.js'

/** The number of kernels kept at a time. The memory of a kernel is released only when the kernel is dropped. */
const MAX_KERNELS = 2

/** How a thread reads inputs and keeps blocks. */
export interface ThreadPorts {
  readonly inputs: Inputs
  readonly store: Blocks
  /** Frees unused memory, if memory is limited and much has accumulated. Default: nothing. */
  readonly collect?: () => void
  /** Allocates the arrays that tasks reuse. Default: `new ArrayBuffer`. */
  readonly allocate?: Allocate | undefined
}

/**
 * The state of one thread for one run: the ports, and what its tasks leave for the next. Every thread of a run has one, including the main
 * thread; it is dropped with everything it holds when the run ends.
 */
export class Thread {
  readonly inputs: Inputs
  readonly store: Blocks
  /** Long work outside of tasks calls this now and then, to free memory if memory is limited. */
  readonly collect: () => void
  readonly arrays: ReusedArrays
  /** Oldest first. */
  readonly #kernels: { readonly options: KernelOptions; readonly kernel: Kernel }[] = []
  readonly #kept = new Map<string, { readonly key: unknown; readonly value: unknown }>()
  #kind: string | undefined

  constructor({ inputs, store, collect = () => {}, allocate }: ThreadPorts) {
    this.arrays = new ReusedArrays(allocate)
    this.inputs = inputs
    this.store = store
    this.collect = collect
  }

  /** Announces a task of this kind, and drops what tasks of another kind left, except kernels. */
  begin(kind: string): void {
    if (kind === this.#kind) return
    this.drop()
    this.#kind = kind
  }

  /** Drops what tasks left, except kernels. */
  drop(): void {
    this.arrays.drop()
    this.#kept.clear()
    this.#kind = undefined
  }

  /** The kernel for these options. */
  kernel(options: KernelOptions): Kernel {
    const known = this.#kernels.find((one) => isSame(one.options, options))
    if (known !== undefined) return known.kernel
    if (this.#kernels.length >= MAX_KERNELS) this.#kernels.shift()
    const kernel = loadKernel(options)
    this.#kernels.push({ options, kernel })
    return kernel
  }

  /**
   * A value that an earlier task of the same kind made under this name and key, such as an index that all of them use. One value is kept
   * for each name.
   *
   * @param key what distinguishes the values of one run, such as an object that all tasks of a stage share
   */
  keep<Value>(name: string, key: unknown, make: () => Value): Value {
    let kept = this.#kept.get(name)
    if (kept === undefined || kept.key !== key) {
      kept = { key, value: make() }
      this.#kept.set(name, kept)
    }
    return kept.value as Value
  }
}

/** Whether two options have the same value. The phrases to ignore may be very many: the same list is not read again. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, i) => isSame(value, other[i]))
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
