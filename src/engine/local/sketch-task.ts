import type { Kernel, KernelOptions, RecordBatch } from '../../kernel/kernel.js'
import { loadKernel } from '../../kernel/load-kernel.js'
import { readUnit } from './node-unit-reader.js'
import type { SketchedUnit, SketchTask } from './tasks.js'

/** The kernels used last, by their options: a run needs three, and their tables take some milliseconds to make. */
const kernels = new Map<string, Kernel>()
const MOST_KERNELS = 3

/** The kernel for these options. */
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

export function runSketchTask({ unit, kernel: options }: SketchTask): SketchedUnit {
  const kernel = kernelFor(options)
  const bands = options.bands?.bands ?? 0
  const parts: { readonly place: number; readonly batch: RecordBatch }[] = []
  readUnit(unit, (bytes, place, final) => {
    const batch = kernel.readJsonLines(bytes, final)
    parts.push({ place, batch: { ...batch, keys: batch.keys.slice() } })
    return batch.consumed
  })
  return joinParts(parts, bands)
}

function joinParts(
  parts: readonly { readonly place: number; readonly batch: RecordBatch }[],
  bands: number,
): SketchedUnit {
  const count = parts.reduce((sum, { batch }) => sum + batch.count, 0)
  const joined = {
    count,
    starts: new Float64Array(count),
    lengths: new Uint32Array(count),
    sizes: new Uint32Array(count),
    contents: new Uint32Array(4 * count),
    idHashes: new Uint32Array(2 * count),
    keys: new Uint32Array(2 * bands * count),
    bad: parts.flatMap(({ batch }, part) => {
      const before = parts.slice(0, part).reduce((sum, earlier) => sum + earlier.batch.count, 0)
      return batch.bad.map(({ record, problem }) => ({ record: before + record, problem }))
    }),
    slowWay: parts.reduce((sum, { batch }) => sum + batch.slowWay, 0),
  }
  let first = 0
  for (const { place, batch } of parts) {
    for (let i = 0; i < batch.count; i++) {
      joined.starts[first + i] = place + batch.starts[i]!
      joined.lengths[first + i] = batch.ends[i]! - batch.starts[i]!
      for (let band = 0; band < bands; band++) {
        const from = 2 * (i * bands + band)
        const to = 2 * (band * count + first + i)
        joined.keys[to] = batch.keys[from]!
        joined.keys[to + 1] = batch.keys[from + 1]!
      }
    }
    joined.sizes.set(batch.sizes, first)
    joined.contents.set(batch.contents, 4 * first)
    joined.idHashes.set(batch.idHashes, 2 * first)
    first += batch.count
  }
  return joined
}
