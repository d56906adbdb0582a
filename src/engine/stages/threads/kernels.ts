import type { Kernel, KernelOptions } from '../../../kernel/kernel.js'
import { loadKernel } from '../../../kernel/load-kernel.js'

/** The kernels used last, by their options: two at a time, for their memory is never given back before they are dropped. */
const kernels = new Map<string, Kernel>()
const MOST_KERNELS = 2

/** The kernel of this thread for these options. */
export function kernelFor(options: KernelOptions): Kernel {
  const key = JSON.stringify(options)
  let kernel = kernels.get(key)
  if (kernel === undefined) {
    for (const oldest of kernels.keys()) if (kernels.size >= MOST_KERNELS) kernels.delete(oldest)
    kernel = loadKernel(options)
    kernels.set(key, kernel)
  }
  return kernel
}

/** The kernel of this thread that compares sets. */
export function comparingKernel(): Kernel {
  return kernelFor({ textFields: ['text'] })
}
