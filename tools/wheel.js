// @ts-check
// A wheel is a ZIP archive with three files about itself (PyPA, "Binary distribution format"). Written here rather than by a
// Python build backend: the wheel contains what Node builds, and building it needs no Python. The same input gives the same bytes.
import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

/** 1980-01-01, the first day that ZIP knows. */
const DATE = 0x21
const DEFLATED = 8
const VERSION = 20
const UTF8_NAMES = 0x800

/**
 * @param {string} name of the distribution
 * @param {string} version
 * @param {{ metadata: string, entryPoints: string }} about the files METADATA and entry_points.txt
 * @param {ReadonlyMap<string, Uint8Array>} files by their path in site-packages
 * @returns {{ fileName: string, bytes: Uint8Array }}
 */
export function makeWheel(name, version, { metadata, entryPoints }, files) {
  const info = `${name}-${version}.dist-info`
  const all = new Map(files)
  all.set(`${info}/METADATA`, Buffer.from(metadata))
  all.set(
    `${info}/WHEEL`,
    Buffer.from('Wheel-Version: 1.0\nGenerator: likewise\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  )
  all.set(`${info}/entry_points.txt`, Buffer.from(entryPoints))
  const record = Array.from(all, ([path, bytes]) => {
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return `${path},sha256=${digest},${bytes.length}\n`
  })
  all.set(`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`))
  return { fileName: `${name}-${version}-py3-none-any.whl`, bytes: zip(all) }
}

/** An archive of these files. The same files give the same bytes. @param {ReadonlyMap<string, Uint8Array>} files */
export function zip(files) {
  /** @type {Buffer[]} */
  const parts = []
  /** @type {Buffer[]} */
  const directory = []
  let at = 0
  for (const [path, bytes] of files) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes, { level: 9 })
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(VERSION, 0)
    shared.writeUInt16LE(UTF8_NAMES, 2)
    shared.writeUInt16LE(DEFLATED, 4)
    shared.writeUInt16LE(0, 6)
    shared.writeUInt16LE(DATE, 8)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), shared, name, packed)
    const entry = Buffer.alloc(14)
    // Permissions: a plain file, rw-r--r--.
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    entry.writeUInt32LE(at, 10)
    const madeBy = Buffer.from([VERSION, 3])
    directory.push(Buffer.from('PK\x01\x02'), madeBy, shared, entry, name)
    at += 30 + name.length + packed.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}
