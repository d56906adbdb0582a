import { expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { SymbolBuckets } from '../../../src/join/symbol-buckets.js'

it('symbol buckets hold what a Map of lists holds', () => {
  const random = new Random(1)
  const buckets = new SymbolBuckets()
  const lists = new Map<number, [number, number][]>()
  for (let slot = 0; slot < 20_000; slot++) {
    // Few and many symbols, small and large ones.
    const symbol = slot % 2 === 0 ? random.below(50) : 2 ** 32 - 1 - random.below(20_000)
    const position = 1 + random.below(100)
    buckets.add(symbol, slot, position)
    lists.set(symbol, [[slot, position], ...(lists.get(symbol) ?? [])])
  }
  for (const [symbol, list] of lists) {
    const visited: [number, number][] = []
    buckets.visit(symbol, (slot, position) => visited.push([slot, position]))
    expect(visited).toEqual(list)
  }
  buckets.visit(1_000_000, () => expect.unreachable())
})
