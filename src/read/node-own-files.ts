/// <reference types="node" />
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { formatByEnding } from './format.js'
import { compressionOf, openUnpacked } from './node-bytes.js'
import { type OwnOutput, ownOutput, ownTable } from './own-output.js'

/** What is known about a listed file. */
interface ListedFile {
  readonly name: string
  readonly path: string | undefined
  readonly isRegular: boolean
  readonly bytes: number
}

const LMDB_MAGIC = 'dec0efbe'
const ORIGINAL = /^\{"path":"(?:[^"\\]|\\.)*","sha256":"[\da-f]{64}"/

/** Files whose extension belongs to no format. */
const OTHER_FILES: readonly {
  readonly kind: string
  readonly name: RegExp
  readonly test: (head: Buffer) => boolean
}[] = [
  {
    kind: 'the originals of a manifest of removed documents',
    name: /\.originals$/i,
    test: (head) => ORIGINAL.test(head.toString()),
  },
  {
    kind: 'a file of an index',
    name: /^data-\d+\.mdb(?:-lock)?$/,
    test: (head) => head.toString('hex', 0, 32).includes(LMDB_MAGIC),
  },
]

const HEAD_BYTES = 1 << 16
/** A page names its generator near its beginning. */
const PAGE_HEAD_BYTES = 1 << 12

/**
 * The kind of output of this program that a file is; undefined if it is none, or cannot be read, which is reported when it is opened. Only
 * files with an extension that outputs have are inspected.
 */
export async function ownFile(file: ListedFile): Promise<OwnOutput | undefined> {
  const { name, path, isRegular } = file
  const { format, compression } = formatByEnding(name)
  if (isRegular && format === undefined) {
    const kind = ownKindByName(path!)
    return kind === undefined ? undefined : { kind, fields: [] }
  }
  if (!isRegular || format === undefined || format === 'text' || format === 'sets' || file.bytes === 0)
    return undefined
  try {
    if (format === 'parquet') {
      const { parquetColumns } = await import('./formats/node-parquet.js')
      return ownTable(await parquetColumns(name, path!, undefined))
    }
    const head = readHead(path!, format === 'html' ? PAGE_HEAD_BYTES : HEAD_BYTES)
    const packed = compression ?? compressionOf(head)
    return ownOutput((packed === undefined ? head : await unpackHead(path!, packed)).toString())
  } catch {
    return undefined
  }
}

/**
 * The same for a file whose extension belongs to no format, by its name and its first bytes; undefined if it is none, or cannot be read.
 */
export function ownKindByName(path: string): string | undefined {
  const { kind, test } = OTHER_FILES.find(({ name }) => name.test(basename(path))) ?? {}
  try {
    return test?.(readHead(path, HEAD_BYTES)) ? kind : undefined
  } catch {
    return undefined
  }
}

/** Whether a folder holds a run of this program. */
export function isRunFolder(folder: string): boolean {
  try {
    return ownOutput(readFileSync(join(folder, 'run.json')).toString('utf8', 0, 1000)) !== undefined
  } catch {
    return false
  }
}

function readHead(path: string, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0))
  } finally {
    closeSync(file)
  }
}

async function unpackHead(path: string, compression: 'gzip' | 'zstd'): Promise<Buffer> {
  const { head, close } = await openUnpacked({ name: path, path, compression })
  await close()
  return Buffer.from(head)
}
