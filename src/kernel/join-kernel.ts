import { decodeBase64 } from './base64.js'
import { WASM_BASE64 } from './join-wasm-bytes.js'

/** A function that works on arrays in the memory, given by the addresses of their first bytes. */
type Step = (...args: number[]) => void

/** What kernel/join.ts exports. */
export interface JoinExports {
  readonly findNext: (...args: number[]) => number
  readonly largestOf: (numbers: number, size: number) => number
  readonly placeSets: (...args: number[]) => number
  readonly rankNumbers: (frequencies: number, kinds: number, next: number, highest: number) => number
  readonly cutSets: (sizes: number, count: number, max: number, ends: number) => number
  readonly startLists: (...args: number[]) => number
  readonly findLargest: Step
  readonly spreadOffsets: Step
  readonly addCounts: Step
  readonly addSharedCounts: Step
  readonly countNumbers: Step
  readonly rankSets: Step
  readonly sortSets: Step
  readonly countPrefixes: Step
  readonly fillLists: Step
}

let module: WebAssembly.Module | undefined
const kernels = new WeakMap<WebAssembly.Memory, JoinExports>()

/** Instantiates the kernel on this memory. */
export function joinKernel(memory: WebAssembly.Memory): JoinExports {
  let kernel = kernels.get(memory)
  if (kernel === undefined) {
    module ??= new WebAssembly.Module(decodeBase64(WASM_BASE64))
    const { exports } = new WebAssembly.Instance(module, { env: { memory } })
    kernel = exports as unknown as JoinExports
    kernels.set(memory, kernel)
  }
  return kernel
}
