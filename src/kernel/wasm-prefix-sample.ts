import { listsOf, type PrefixLists, type PrefixOptions } from '../join/prefix-lists.js'
import { type SetCollection, sizeAt } from '../model/set-collection.js'
import { ELEMENT_WORDS, INDEX_BITS, WasmPrefixWriter } from './wasm-prefix-writer.js'

/** The same as `listPrefixes`, in WebAssembly. */
export function listInKernel(sets: SetCollection, { frequent, lengthOf }: PrefixOptions): PrefixLists {
  let total = 0
  for (let i = 0; i < sets.count; i++) total += lengthOf(sizeAt(sets, i))
  const writer = new WasmPrefixWriter({
    ...{ frequent, lengthOf, portions: 1, hasBits: false },
    maxUnsorted: total,
  })
  writer.add(sets)
  const unsorted = writer.unsorted()
  const elements = new Uint32Array(unsorted.length / ELEMENT_WORDS)
  for (let i = 0; i < elements.length; i++) elements[i] = unsorted[ELEMENT_WORDS * i]!
  return { elements, ...listsOf(writer.byElement(), ELEMENT_WORDS, INDEX_BITS) }
}
