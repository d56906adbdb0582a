import { Bytes } from './bytes.js'
import { Page } from './page.js'
import { type Leaf, TYPES } from './schema.js'

/** A page of an optional top-level column: one value per row, or null. */
export function valuePage(leaf: Leaf, values: readonly (string | number | null)[]): Page {
  const definition = Uint8Array.from(values, (value) => (value === null ? 0 : 1))
  const present = values.filter((value) => value !== null)
  const bytes = new Bytes()
  const starts = new Uint32Array(present.length + 1)
  present.forEach((value, i) => {
    if (leaf.type === TYPES.BYTE_ARRAY) {
      const text = new TextEncoder().encode(String(value))
      bytes.append(new Uint8Array(Uint32Array.of(text.length).buffer))
      bytes.append(text)
    } else {
      const number =
        leaf.type === TYPES.INT64 ? BigInt64Array.of(BigInt(value)) : Float64Array.of(Number(value))
      bytes.append(new Uint8Array(number.buffer))
    }
    starts[i + 1] = bytes.length
  })
  const plain = { bytes: bytes.take(), starts: leaf.width === 0 ? starts : undefined, count: present.length }
  return new Page(leaf, { repetition: undefined, definition }, plain, values.length, undefined)
}
