import { type Leaf, Schema } from './schema.js'
import { countOf, fieldOf, integerOf, structOf, structsOf, textsOf } from './struct.js'
import { ParquetFault, ThriftReader, type ThriftStruct } from './thrift.js'

/** The part of a column that is in one row group. */
export interface ColumnChunk {
  readonly leaf: Leaf
  /** The number of rows of its row group. */
  readonly rows: number
  /** The number of values, including nulls. */
  readonly values: number
  readonly codec: number
  /** Where its pages begin and end in the file. */
  readonly start: number
  readonly end: number
  readonly struct: ThriftStruct
}

export interface RowGroup {
  /** The number of its first row in the file. */
  readonly first: number
  readonly rows: number
  readonly struct: ThriftStruct
}

/** The metadata of a Parquet file, validated as far as possible without reading a page. */
export interface ParquetFooter {
  readonly struct: ThriftStruct
  readonly schema: Schema
  readonly rows: number
  readonly groups: readonly RowGroup[]
  /** Where the footer begins: all pages are before it. */
  readonly start: number
}

/** Bytes after the footer: its length, and the magic number. */
export const TAIL_BYTES = 8

const MAGIC = 0x31524150
const MAGIC_ENCRYPTED = 0x45524150

/** The length of the footer, from the last eight bytes of a file. */
export function footerLength(tail: Uint8Array, fileBytes: number): number {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const magic = tail.length < TAIL_BYTES ? 0 : view.getUint32(4, true)
  if (magic === MAGIC_ENCRYPTED) throw new ParquetFault('it is encrypted')
  if (magic !== MAGIC) throw new ParquetFault('it does not end like a Parquet file')
  const length = view.getUint32(0, true)
  if (length > fileBytes - TAIL_BYTES - 4) throw new ParquetFault('its footer is longer than the file')
  return length
}

/** Parses a footer that begins at an offset of the file. */
export function parseFooter(bytes: Uint8Array, start: number): ParquetFooter {
  const struct = new ThriftReader(bytes).struct()
  const schema = new Schema(structsOf(struct, 2, 'the schema'))
  const rows = countOf(struct, 3, 'the number of rows')
  let first = 0
  const groups = structsOf(struct, 4, 'the list of row groups').map((group) => {
    const count = countOf(group, 3, 'the number of rows of a row group')
    if (structsOf(group, 1, 'the columns of a row group').length !== schema.leaves.length) {
      throw new ParquetFault('the columns of a row group differ from the schema')
    }
    first += count
    return { first: first - count, rows: count, struct: group }
  })
  if (first !== rows)
    throw new ParquetFault(`its row groups have ${first} rows, but its footer states ${rows}`)
  return { struct, schema, rows, groups, start }
}

/** The chunk of a column in a row group. Throws a fault if its location is impossible. */
export function columnChunk(
  { schema, start: end }: ParquetFooter,
  group: RowGroup,
  column: number,
): ColumnChunk {
  const leaf = schema.leaves[column]!
  const name = leaf.path.join('.')
  const outer = structsOf(group.struct, 1, 'the columns of a row group')[column]!
  if (fieldOf(outer, 1) !== undefined) throw new ParquetFault(`the column ${name} is in another file`)
  if (fieldOf(outer, 8) !== undefined) throw new ParquetFault(`the column ${name} is encrypted`)
  const struct = structOf(outer, 3, `the metadata of the column ${name}`)
  if (integerOf(struct, 1, `the type of the column ${name}`) !== leaf.type) {
    throw new ParquetFault(`the type of the column ${name} differs from the schema`)
  }
  const path = textsOf(struct, 3, `the path of the column ${name}`)
  if (path.join('\0') !== leaf.path.join('\0')) {
    throw new ParquetFault(`the column ${name} is called ${path.join('.')} in a row group`)
  }
  const values = countOf(struct, 5, `the number of values of the column ${name}`)
  if (leaf.maxRepetition === 0 ? values !== group.rows : values < group.rows) {
    throw new ParquetFault(`the column ${name} has ${values} values in ${group.rows} rows`)
  }
  const size = countOf(struct, 7, `the size of the column ${name}`)
  const data = countOf(struct, 9, `the place of the column ${name}`)
  const dictionary = integerOf(struct, 11, `the place of the dictionary of ${name}`) ?? 0
  const start = dictionary > 0 && dictionary < data ? dictionary : data
  if (start < 4 || size > end - start) throw new ParquetFault(`the column ${name} is outside the file`)
  const codec = countOf(struct, 4, `the compression of the column ${name}`)
  return { leaf, rows: group.rows, values, codec, start, end: start + size, struct }
}
