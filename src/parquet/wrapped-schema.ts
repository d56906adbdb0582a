import { type Leaf, Schema, TYPES } from './schema.js'
import { binary, fieldOf, i32, list, struct, structsOf, withFields } from './struct.js'
import { THRIFT, type ThriftStruct } from './thrift.js'

/** A column added before those of a file. */
export interface ExtraColumn {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number'
}

const PHYSICAL = { string: TYPES.BYTE_ARRAY, integer: TYPES.INT64, number: TYPES.DOUBLE } as const

const UTF8 = 0
const OPTIONAL = 1
const REQUIRED = 0

/**
 * The footer of a file with additional columns first and its own columns as one struct. The struct is never null, so that levels and values
 * of the columns do not change. The metadata that pandas and Arrow store about the columns is left out, because it would no longer be
 * correct.
 */
export function wrappedFooter(
  footer: ThriftStruct,
  extras: readonly ExtraColumn[],
  name: string,
): ThriftStruct {
  const [root, ...columns] = structsOf(footer, 2, 'the schema')
  const size = fieldOf(root!, 5) as number
  const elements = [
    withFields(root!, [i32(5, extras.length + 1)]),
    ...extras.map(extraElement),
    [i32(3, REQUIRED), binary(4, name), i32(5, size)],
    ...columns,
  ]
  const kept = footer.filter(({ id }) => id === 1)
  return withFields(kept, [list(2, THRIFT.STRUCT, elements)])
}

/** The leaves of a wrapped footer. */
export function wrappedLeaves(footer: ThriftStruct): readonly Leaf[] {
  return new Schema(structsOf(footer, 2, 'the schema')).leaves
}

function extraElement({ name, type }: ExtraColumn): ThriftStruct {
  const text = type === 'string' ? [i32(6, UTF8), struct(10, [struct(1, [])])] : []
  return [i32(1, PHYSICAL[type]), i32(3, OPTIONAL), binary(4, name), ...text]
}
