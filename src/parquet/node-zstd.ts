type Zstd = Pick<typeof import('@bokuweb/zstd-wasm'), 'compress' | 'decompress'>

let ready: Promise<Zstd> | undefined

/** The only zstd instance of the process: starting a second one would replace the memory of the first. */
export function openZstd(): Promise<Zstd> {
  ready ??= import('@bokuweb/zstd-wasm').then(async ({ init, compress, decompress }) => {
    await init()
    return { compress, decompress }
  })
  return ready
}
