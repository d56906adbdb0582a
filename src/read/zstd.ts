import { bytes as quantity } from '../model/quantities.js'
import { ZstdFrames } from './zstd-frames.js'

/** The data is not zstd, or is damaged. */
export class ZstdFault extends Error {}

/** The largest window, in bytes, that a frame may require of the decoder; the zstd program has the same limit. */
const MAX_WINDOW_BYTES = 2 ** 27

/**
 * Decompresses zstd in pieces, with no more memory than the data's own window. Node 20 has no zstd. fzstd reads it but ignores checksums,
 * so these are verified here: damage would otherwise pass as text.
 */
export async function* unpackZstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd')
  const { create64 } = await (await import('xxhash-wasm')).default()
  const frames = new ZstdFrames()
  const unpacked: Uint8Array[] = []
  const startFrame = () => ({
    decoder: new Decompress((data) => {
      if (data.length > 0) unpacked.push(data)
    }),
    hash: create64(),
  })
  let frame = startFrame()
  for await (const chunk of chunks) {
    // fzstd returns everything that a piece contains at once: a block is 128 KB, but a chunk of blocks may expand to gigabytes.
    for (const { bytes, isEnd, checksum } of frames.push(chunk)) {
      if (frames.windowBytes > MAX_WINDOW_BYTES) {
        throw new ZstdFault(
          `the zstd data needs a window of ${quantity(frames.windowBytes)}, more than ${quantity(MAX_WINDOW_BYTES)}`,
        )
      }
      decode(() => frame.decoder.push(bytes, isEnd))
      for (const data of unpacked) frame.hash.update(data)
      if (checksum !== undefined && Number(BigInt.asUintN(32, frame.hash.digest())) !== checksum) {
        throw new ZstdFault('it is damaged: a zstd checksum does not match')
      }
      yield* unpacked.splice(0)
      if (isEnd) frame = startFrame()
    }
  }
  if (!frames.isWhole) throw new ZstdFault('the zstd data is truncated')
}

function decode(push: () => void): void {
  try {
    push()
  } catch (error) {
    throw new ZstdFault(`it is not a zstd file, or it is damaged (${(error as Error).message})`)
  }
}
