import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writevSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { InvalidArtifact } from '../../../model/errors.js'
import { UNFINISHED } from '../../../temporary/unfinished.js'
import { writeFault } from '../../../write/node-fault.js'
import type { BlockReader, Blocks, SegmentTarget } from '../../ports.js'
import type { Block, BlockLocation } from '../../stages/blocks/block.js'
import {
  directoryBytes,
  fingerprintOf,
  HEADER_BYTES,
  headIsWhole,
  layOutBlock,
  locationsOf,
  type Segment,
  type SegmentLocation,
} from '../../stages/blocks/block-layout.js'
import { keepBlock, MemoryReader } from '../../stages/blocks/memory-block.js'
import { bytesOf } from '../../stages/blocks/segments.js'

function checksum(bytes: ArrayBufferView): number {
  return crc32(bytesOf(bytes))
}

const PADDING = new Uint8Array(8)

/** Blocks in shared memory, and in files that are renamed when they are complete. */
export const nodeBlocks: Blocks = {
  put: (location, segments, replaced) =>
    location.path === undefined
      ? keepBlock(location.name, segments, replaced)
      : writeBlock(location, segments),
  open: (block) => (block.path === undefined ? new MemoryReader(block.memory!) : new FileReader(block.path)),
  find: (location) => (location.path === undefined ? undefined : findBlock(location)),
  remove({ path }) {
    if (path !== undefined) rmSync(path, { force: true })
  },
  checksum,
}

function writeBlock(
  location: BlockLocation & { readonly path: string },
  segments: readonly Segment[],
): Block {
  const { bytes, locations, size } = layOutBlock(segments, location.fingerprint, checksum)
  const temporary = `${location.path}${UNFINISHED}`
  let file: number | undefined
  try {
    file = openSync(temporary, 'w')
    const pieces: Uint8Array[] = [bytes]
    let end = bytes.length
    segments.forEach((segment, i) => {
      const { offset } = locations[i]!
      pieces.push(PADDING.subarray(0, offset - end), bytesOf(segment.bytes))
      end = offset + segment.bytes.byteLength
    })
    writeAll(
      file,
      pieces.filter(({ length }) => length > 0),
    )
    const whole = file
    file = undefined
    closeSync(whole)
    renameSync(temporary, location.path)
  } catch (error) {
    if (file !== undefined) closeSync(file)
    rmSync(temporary, { force: true })
    throw writeFault(location.path, error)
  }
  return { name: location.name, path: location.path, bytes: size }
}

/** The maximum number of pieces that the system accepts at once. */
const MAX_PIECES = 512

function writeAll(file: number, pieces: readonly Uint8Array[]): void {
  for (let from = 0; from < pieces.length; from += MAX_PIECES) {
    let rest = pieces.slice(from, from + MAX_PIECES)
    while (rest.length > 0) {
      let written = writevSync(file, rest)
      while (rest.length > 0 && written >= rest[0]!.length) {
        written -= rest[0]!.length
        rest = rest.slice(1)
      }
      if (written > 0) rest = [rest[0]!.subarray(written), ...rest.slice(1)]
    }
  }
}

class FileReader implements BlockReader {
  readonly locations: readonly SegmentLocation[]
  readonly #path: string
  readonly #file: number

  constructor(path: string) {
    this.#path = path
    try {
      this.#file = openSync(path, 'r')
    } catch {
      throw this.#damaged('it is gone')
    }
    const head = readHead(this.#file)
    if (head === undefined) {
      closeSync(this.#file)
      throw this.#damaged('its head is damaged')
    }
    this.locations = locationsOf(head)
  }

  find(tag: number): SegmentLocation | undefined {
    return this.locations.find((location) => location.tag === tag)
  }

  read(location: SegmentLocation, target?: SegmentTarget): Uint8Array {
    const bytes = readPart(this.#file, location.offset, location.bytes, target)
    if (bytes === undefined || checksum(bytes) !== location.checksum)
      throw this.#damaged('a checksum is wrong')
    return bytes
  }

  close(): void {
    closeSync(this.#file)
  }

  #damaged(problem: string): InvalidArtifact {
    return new InvalidArtifact(
      'a block of a run',
      problem,
      'run again, with `resume: true` if there is a run directory: damaged blocks are rebuilt',
      this.#path,
    )
  }
}

function readHead(file: number): Uint8Array | undefined {
  const header = readPart(file, 0, HEADER_BYTES)
  const directory = header && directoryBytes(header)
  if (directory === undefined || directory > fstatSync(file).size) return undefined
  const head = readPart(file, 0, HEADER_BYTES + directory)
  return head !== undefined && headIsWhole(head, checksum) ? head : undefined
}

/** The bytes of a part, or undefined if the file is too short or the disk fails. */
function readPart(
  file: number,
  offset: number,
  size: number,
  target?: SegmentTarget,
): Uint8Array | undefined {
  const bytes = target?.ofSize(size) ?? new Uint8Array(size)
  try {
    for (let done = 0; done < size; ) {
      const read = readSync(file, bytes, done, size - done, offset + done)
      if (read === 0) return undefined
      done += read
    }
  } catch {
    return undefined
  }
  return bytes
}

/** The block of an earlier run at this location, if it is complete and belongs to this run. */
function findBlock(location: BlockLocation & { readonly path: string }): Block | 'damaged' | undefined {
  let file: number
  try {
    file = openSync(location.path, 'r')
  } catch {
    return undefined
  }
  try {
    const head = readHead(file)
    if (head === undefined) return 'damaged'
    const [one, other] = fingerprintOf(head)
    if (one !== location.fingerprint[0] || other !== location.fingerprint[1]) return 'damaged'
    let end = head.length
    for (const segment of locationsOf(head)) {
      const bytes = readPart(file, segment.offset, segment.bytes)
      if (bytes === undefined || checksum(bytes) !== segment.checksum) return 'damaged'
      end = segment.offset + segment.bytes
    }
    return { name: location.name, path: location.path, bytes: end }
  } finally {
    closeSync(file)
  }
}
