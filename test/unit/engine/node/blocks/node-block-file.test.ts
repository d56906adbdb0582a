import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { FileBlockStore } from '../../../../../src/engine/node/blocks/node-block-store.js'
import type { Block, BlockLocation } from '../../../../../src/engine/stages/blocks/block.js'
import {
  ENTRY_BYTES,
  HEADER_BYTES,
  type Segment,
} from '../../../../../src/engine/stages/blocks/block-layout.js'
import {
  findSegment,
  metadataSegment,
  readMetadata,
  readWords,
  withBlock,
} from '../../../../../src/engine/stages/blocks/segments.js'
import { InvalidArtifact, UnwritableOutput } from '../../../../../src/model/errors.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-blocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SEGMENTS: Segment[] = [
  metadataSegment({ count: 3 }),
  { tag: 7, bytes: Uint32Array.of(1, 2, 0xffffffff) },
  { tag: 7, bytes: new Uint32Array(0) },
  { tag: 8, bytes: Float64Array.of(0.25, -1) },
]

type FileLocation = BlockLocation & { readonly path: string }

function workspaceFor(name: string): FileLocation {
  return { name, path: join(folder, `${name}.block`), fingerprint: [17, 0xfffffff0] }
}

/** Everything in a block: tags and bytes. */
function contentOf(block: Block) {
  return withBlock(nodeBlocks, block, (reader) =>
    reader.locations.map((location) => [location.tag, [...reader.read(location)]] as const),
  )
}

const expected = SEGMENTS.map(({ tag, bytes }) => [
  tag,
  [...new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
])

describe('a block', () => {
  it('returns its segments, from memory and from a file, with the same bytes', () => {
    const kept = nodeBlocks.put({ name: 'kept' }, SEGMENTS)
    const written = nodeBlocks.put(workspaceFor('written'), SEGMENTS)
    expect(contentOf(kept)).toEqual(expected)
    expect(contentOf(written)).toEqual(expected)
    expect(withBlock(nodeBlocks, written, (reader) => readMetadata(reader))).toEqual({ count: 3 })
    expect(withBlock(nodeBlocks, written, (reader) => [...readWords(reader, 7)])).toEqual([1, 2, 0xffffffff])
    expect(withBlock(nodeBlocks, written, (reader) => readWords(reader, 99))).toHaveLength(0)
    const offsets = withBlock(nodeBlocks, written, ({ locations }) =>
      locations.map(({ offset }) => offset % 8),
    )
    expect(offsets).toEqual([0, 0, 0, 0])
    expect(kept.path === undefined && kept.memory?.byteLength).toBe(
      written.path !== undefined && written.bytes,
    )
  })

  it('may have no segment at all, and very many', () => {
    expect(contentOf(nodeBlocks.put(workspaceFor('none'), []))).toEqual([])
    const many = Array.from({ length: 2000 }, (_, i) => ({ tag: i, bytes: Uint8Array.of(i & 255) }))
    const block = nodeBlocks.put(workspaceFor('many'), many)
    expect(contentOf(block)).toEqual(many.map(({ tag, bytes }) => [tag, [...bytes]]))
    expect(nodeBlocks.find(workspaceFor('many'))).toEqual(block)
  })

  it('that is complete is found by its location; a missing one is not', () => {
    const location = workspaceFor('again')
    expect(nodeBlocks.find(location)).toBeUndefined()
    const block = nodeBlocks.put(location, SEGMENTS)
    expect(nodeBlocks.find(location)).toEqual(block)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('with another fingerprint is not used', () => {
    const location = workspaceFor('other')
    nodeBlocks.put(location, SEGMENTS)
    expect(nodeBlocks.find({ ...location, fingerprint: [17, 0xfffffff1] } as FileLocation)).toBe('damaged')
    expect(nodeBlocks.find({ ...location, fingerprint: [18, 0xfffffff0] } as FileLocation)).toBe('damaged')
  })

  it('with a bit flipped anywhere in the header, the directory or a segment is damaged, and reading it fails', () => {
    const location = workspaceFor('flipped')
    const block = nodeBlocks.put(location, SEGMENTS)
    const whole = readFileSync(location.path)
    const covered = new Uint8Array(whole.length)
    covered.fill(1, 0, HEADER_BYTES + ENTRY_BYTES * SEGMENTS.length)
    withBlock(nodeBlocks, block, ({ locations }) => {
      for (const { offset, bytes } of locations) covered.fill(1, offset, offset + bytes)
    })
    // One bit of each byte, another one from byte to byte.
    for (let bit = 0; bit < 8 * whole.length; bit += bit % 8 === 7 ? 1 : 9) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      writeFileSync(location.path, bytes)
      // Between segments there are a few bytes that nobody reads.
      const isRead = covered[bit >> 3] === 1
      expect(nodeBlocks.find(location) === 'damaged', `bit ${bit}`).toBe(isRead)
      const isHead = bit >> 3 < HEADER_BYTES + ENTRY_BYTES * SEGMENTS.length
      if (isRead) expect(() => contentOf(block), `bit ${bit}`).toThrow(InvalidArtifact)
      if (isHead) expect(() => nodeBlocks.open(block), `bit ${bit}`).toThrow('its head is damaged')
    }
  })

  it('truncated anywhere is damaged', () => {
    const location = workspaceFor('cut')
    const block = nodeBlocks.put(location, SEGMENTS)
    for (let bytes = readFileSync(location.path).length - 1; bytes >= 0; bytes--) {
      truncateSync(location.path, bytes)
      expect(nodeBlocks.find(location)).toBe('damaged')
      expect(() => contentOf(block)).toThrow(InvalidArtifact)
    }
  })

  it('that is deleted while a run needs it is an error that names it and says what to do', () => {
    const block = nodeBlocks.put(workspaceFor('deleted'), SEGMENTS)
    rmSync(join(folder, 'deleted.block'))
    expect(() => nodeBlocks.open(block)).toThrow(InvalidArtifact)
    expect(() => nodeBlocks.open(block)).toThrow(/deleted\.block.*it is gone; .*`resume: true`/)
  })

  it('that cannot be written is an error, and leaves nothing', () => {
    const missing: FileLocation = { ...workspaceFor('x'), path: join(folder, 'no-such-folder', 'x.block') }
    expect(() => nodeBlocks.put(missing, SEGMENTS)).toThrow(UnwritableOutput)
    expect(existsSync(join(folder, 'no-such-folder'))).toBe(false)
  })
})

describe('the store of blocks', () => {
  const options = { folder: () => folder, identity: 'this run', resume: true }

  it('reserves memory until it is used up, and then names files', () => {
    const store = new FileBlockStore({ ...options, inMemory: 1000 })
    expect(store.locate('one', 600)).toEqual({ name: 'one' })
    expect(store.locate('two', 600).path).toBe(join(folder, 'two.block'))
    expect(store.locate('three', 400)).toEqual({ name: 'three' })
    expect(store.locate('four', 1).path).toBe(join(folder, 'four.block'))
  })

  it('gives each name and each run its own fingerprint', () => {
    const prints = ['this run', 'another'].flatMap((identity) =>
      ['a', 'b'].map((name) => {
        const location = new FileBlockStore({ ...options, identity, inMemory: 0 }).locate(name, 1)
        return location.path === undefined ? '' : location.fingerprint.join()
      }),
    )
    expect(new Set(prints).size).toBe(4)
  })

  it('counts what it finds, what is damaged, and the bytes in files', () => {
    const store = new FileBlockStore({ ...options, inMemory: 0 })
    const locations = ['good', 'bad', 'gone'].map((name) => store.locate(name, 1) as FileLocation)
    const [good] = locations.slice(0, 2).map((location) => nodeBlocks.put(location, SEGMENTS))
    truncateSync(locations[1]!.path, 20)
    expect(locations.map((location) => store.find(location))).toEqual([good, undefined, undefined])
    expect(store.reused).toEqual({ found: 1, damaged: 1 })
    expect(store.spilledBytes).toBe(good!.path !== undefined && good!.bytes)
    expect(withBlock(nodeBlocks, good!, (reader) => findSegment(reader, 8))).toMatchObject({ bytes: 16 })
    const fresh = new FileBlockStore({ ...options, inMemory: 0, resume: false })
    expect(fresh.find(locations[0]!)).toBeUndefined()
  })
})
