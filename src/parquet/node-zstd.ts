type Zstd = Pick<typeof import('@bokuweb/zstd-wasm'), 'compress' | 'decompress'>

let ready: Promise<Zstd> | undefined

/** The one zstd of the process. To start it a second time would replace the memory under the first one's hands. */
export function openZstd(): Promise<Zstd> {
  ready ??= import('@bokuweb/zstd-wasm').then(async ({ init, compress, decompress }) => {
    await init()
    return { compress, decompress }
  })
  return ready
}
