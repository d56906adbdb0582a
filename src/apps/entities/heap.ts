/** A binary heap: `pop` removes the item that comes first in the given order. */
export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #order: (one: Item, other: Item) => number

  constructor(order: (one: Item, other: Item) => number) {
    this.#order = order
  }

  push(item: Item): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#order(items[above]!, item) <= 0) break
      items[at] = items[above]!
      at = above
    }
    items[at] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const [first, last] = [items[0], items.pop()]
    if (items.length === 0 || last === undefined) return first
    let at = 0
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && this.#order(items[below + 1]!, items[below]!) < 0) below++
      if (this.#order(last, items[below]!) <= 0) break
      items[at] = items[below]!
      at = below
    }
    items[at] = last
    return first
  }
}
