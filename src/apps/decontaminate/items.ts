import { TooLarge } from '../../model/errors.js'
import { type BenchmarkItem, ItemIndex, type ItemIndexOptions } from './item-index.js'

/** Items without their texts: what is said about them. */
export type ItemName = Omit<BenchmarkItem, 'text'>

/** Benchmark items that are looked for, and those that are not. */
export interface Items {
  readonly index: ItemIndex
  /** By the numbers that the index has for them. */
  readonly names: readonly ItemName[]
  /** Items with too few words to be looked for, and those without any. */
  readonly tooShort: readonly ItemName[]
}

/** Items beyond this are refused: they are held in memory. */
const MAX_ITEMS = 5_000_000

/** Takes items into memory. */
export async function gatherItems(
  items: AsyncIterable<BenchmarkItem> | Iterable<BenchmarkItem>,
  options: ItemIndexOptions,
): Promise<Items> {
  const index = new ItemIndex(options)
  const names: ItemName[] = []
  const tooShort: ItemName[] = []
  for await (const { benchmark, id, text } of items) {
    if (names.length === MAX_ITEMS)
      throw new TooLarge('benchmark items', MAX_ITEMS + 1, MAX_ITEMS, 'use fewer benchmarks at once')
    const name = { benchmark, id }
    names.push(name)
    if (!index.add(text)) tooShort.push(name)
  }
  return { index, names, tooShort }
}
