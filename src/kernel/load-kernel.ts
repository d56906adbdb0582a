import type { Kernel, KernelOptions } from './kernel.js'
import { ScalarKernel } from './scalar-kernel.js'
import { SetLineKernel } from './set-line-kernel.js'
import { seedSuitsKernel } from './sketch-seeds.js'
import { WasmKernel } from './wasm-kernel.js'

/**
 * The kernel for these options: WebAssembly, or its TypeScript counterpart if that is requested, or if the seed is one of the few (one in
 * 2^32 per round) that WebAssembly would get wrong. Both give the same results, bit for bit.
 */
export function loadKernel(options: KernelOptions, kind: 'wasm' | 'scalar' = 'wasm'): Kernel {
  if (options.lines === 'sets') return new SetLineKernel(options)
  const scheme = options.bands?.scheme
  const suits = scheme === undefined || seedSuitsKernel(scheme)
  return kind === 'wasm' && suits ? new WasmKernel(options) : new ScalarKernel(options)
}
