import { ItemIndex } from '../../engine/stages/items/item-index.js'
import type { BenchmarkItem, ItemIndexOptions, ItemName } from '../../model/benchmark-item.js'
import { TooLarge } from '../../model/errors.js'

/** Benchmark items that are searched for, and those that are not. */
export interface Items {
  readonly index: ItemIndex
  /** Indexed by the item numbers of the index. */
  readonly names: readonly ItemName[]
  /** Items with too few words to be searched for, including those without any. */
  readonly tooShort: readonly ItemName[]
}

/** The maximum number of items, because they are held in memory. */
const MAX_ITEMS = 5_000_000

/** Reads items into memory. */
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
