import { countOf, fieldOf, i32, integerOf, textOf, withFields } from './struct.js'
import { ParquetFault, type ThriftStruct } from './thrift.js'

/** Physical types by their numbers. */
export const TYPES = {
  BOOLEAN: 0,
  INT32: 1,
  INT64: 2,
  INT96: 3,
  FLOAT: 4,
  DOUBLE: 5,
  BYTE_ARRAY: 6,
  FIXED_LEN_BYTE_ARRAY: 7,
} as const

const WIDTHS = [1, 4, 8, 12, 4, 8, 0]

const REQUIRED = 0
const REPEATED = 2

/** Deeper than any real table, while the levels of a column still fit into a byte. */
const MAX_DEPTH = 100

/** A column that holds values. */
export interface Leaf {
  readonly path: readonly string[]
  readonly type: number
  /** Bytes of a value; 0: lengths vary. Booleans take a byte each once they are decoded. */
  readonly width: number
  readonly maxRepetition: number
  readonly maxDefinition: number
}

interface Node {
  readonly element: ThriftStruct
  readonly name: string
  readonly children: readonly Node[]
  readonly leaf: Leaf | undefined
}

/** The tree of columns, validated. */
export class Schema {
  readonly elements: readonly ThriftStruct[]
  readonly leaves: readonly Leaf[]
  readonly #root: Node

  constructor(elements: readonly ThriftStruct[]) {
    this.elements = elements
    const leaves: Leaf[] = []
    let next = 0
    const grow = (path: readonly string[], repetition: number, definition: number): Node => {
      const element = elements[next++]
      if (element === undefined) throw new ParquetFault('its schema is incomplete')
      if (path.length > MAX_DEPTH) throw new ParquetFault('its schema is nested too deeply')
      const isRoot = next === 1
      const name = textOf(fieldOf(element, 4), 'the name of a column')
      const here = isRoot ? path : [...path, name]
      const kind = isRoot ? REQUIRED : (integerOf(element, 3, 'a repetition type') ?? REQUIRED)
      if (kind < REQUIRED || kind > REPEATED) throw new ParquetFault('a repetition type is not valid')
      const levels = [
        repetition + (kind === REPEATED ? 1 : 0),
        definition + (kind === REQUIRED ? 0 : 1),
      ] as const
      const type = integerOf(element, 1, 'the type of a column')
      const size = integerOf(element, 5, 'the number of columns') ?? 0
      if (size < 0 || size > elements.length) throw new ParquetFault('its schema is not valid')
      if (type === undefined || isRoot) {
        if (size === 0 && !isRoot) throw new ParquetFault(`the column ${here.join('.')} has no type`)
        const children = Array.from({ length: size }, () => grow(here, ...levels))
        return { element, name, children, leaf: undefined }
      }
      if (size > 0) throw new ParquetFault('its schema is not valid')
      const leaf = {
        path: here,
        type,
        width: widthOf(type, element),
        maxRepetition: levels[0],
        maxDefinition: levels[1],
      }
      leaves.push(leaf)
      return { element, name, children: [], leaf }
    }
    this.#root = grow([], 0, 0)
    if (next !== elements.length) throw new ParquetFault('its schema is not valid')
    this.leaves = leaves
  }

  /** The names of the top-level columns. */
  get names(): readonly string[] {
    return this.#root.children.map(({ name }) => name)
  }

  /** The top-level columns of bytes without a logical type: old programs write strings that way. */
  get untyped(): readonly string[] {
    return this.#root.children
      .filter(
        ({ leaf, element }) =>
          leaf?.type === TYPES.BYTE_ARRAY && ![6, 10].some((id) => fieldOf(element, id) !== undefined),
      )
      .map(({ name }) => name)
  }

  /**
   * The part of the tree at or below the given paths. A path is the name of a top-level column, or leads into structs; paths that do not
   * exist are left out.
   */
  project(paths: readonly (readonly string[])[]): Schema {
    const elements: ThriftStruct[] = []
    const copy = (node: Node, wanted: readonly (readonly string[])[]): void => {
      const isWhole = wanted.some((path) => path.length === 0)
      const at = elements.push(node.element) - 1
      let size = 0
      for (const child of node.children) {
        const below = wanted.filter(([name]) => name === child.name).map((path) => path.slice(1))
        if (!isWhole && !below.some((path) => hasPath(child, path))) continue
        copy(child, isWhole ? [[]] : below)
        size++
      }
      if (node.leaf === undefined) elements[at] = withFields(node.element, [i32(5, size)])
    }
    copy(this.#root, paths)
    return new Schema(elements)
  }
}

function hasPath(node: Node, path: readonly string[]): boolean {
  const [name, ...rest] = path
  // A column without nested columns may hold JSON that contains such a path.
  return (
    name === undefined ||
    node.leaf !== undefined ||
    node.children.some((child) => child.name === name && hasPath(child, rest))
  )
}

function widthOf(type: number, element: ThriftStruct): number {
  if (type === TYPES.FIXED_LEN_BYTE_ARRAY) {
    const width = countOf(element, 2, 'the length of a column')
    if (width === 0) throw new ParquetFault('the length of a column is not valid')
    return width
  }
  const width = WIDTHS[type]
  if (width === undefined) throw new ParquetFault(`a column has the unknown type ${type}`)
  return width
}
