// Alternating least squares for implicit feedback (Hu, Koren and Volinsky, "Collaborative Filtering for Implicit Feedback
// Datasets", 2008): what a customer took is 1 with confidence 1 + α, all else 0 with confidence 1. Each half step is solved
// by a few steps of conjugate gradients (Takács, Pilászy and Tikk, 2011), which need no matrix per customer.

import { Random } from '../../../hash/random.js'
import type { Incidence } from '../../../join/incidence.js'
import type { Preferences } from '../preferences.js'
import { listBest } from './list-best.js'
import type { ListItems } from './list-items.js'

export interface AlsOptions {
  readonly factors: number
  /** How much more confidence an item that was taken has than one that was not. */
  readonly alpha: number
  readonly regularization: number
}

const ROUNDS = 15
const GRADIENT_STEPS = 3
const SEED = 1

/** Recommends by the product of the factors of the customer and the item. */
export function als(preferences: Preferences, { factors, alpha, regularization }: AlsOptions): ListItems {
  const { sets, universe, starts, entries, setOf } = preferences.incidence
  const random = new Random(SEED)
  const draw = () => (random.below(2 ** 20) / 2 ** 20 - 0.5) / factors
  const customers = Float64Array.from({ length: sets.count * factors }, draw)
  const items = Float64Array.from({ length: universe * factors }, draw)
  const takers = customersOf({ entries, setOf })
  for (let round = 0; round < ROUNDS; round++) {
    improve(customers, items, sets.offsets, sets.elements, factors, alpha, regularization)
    improve(items, customers, starts, takers, factors, alpha, regularization)
  }
  const scores = new Float64Array(universe)
  return (customer, limit) => {
    for (let item = 0; item < universe; item++) {
      let sum = 0
      for (let f = 0; f < factors; f++) sum += customers[customer * factors + f]! * items[item * factors + f]!
      scores[item] = sum
    }
    return listBest(preferences, customer, limit, scores)
  }
}

function customersOf({ entries, setOf }: Pick<Incidence, 'entries' | 'setOf'>): Uint32Array {
  return entries.map((entry) => setOf[entry]!)
}

/** One half step: improves every row of `own` toward its least-squares solution, with `others` fixed. */
function improve(
  own: Float64Array,
  others: Float64Array,
  offsets: Uint32Array,
  elements: Uint32Array,
  factors: number,
  alpha: number,
  regularization: number,
): void {
  const gram = gramOf(others, factors, regularization)
  const residual = new Float64Array(factors)
  const direction = new Float64Array(factors)
  const product = new Float64Array(factors)
  /** (YᵀY + λI) v + α Σ y (y·v) over what was taken; with `target` the residual to α + 1 times the sum of the y. */
  const apply = (row: number, v: Float64Array, at: number, into: Float64Array, target: boolean) => {
    const sign = target ? -1 : 1
    for (let f = 0; f < factors; f++) {
      let sum = 0
      for (let g = 0; g < factors; g++) sum += gram[f * factors + g]! * v[at + g]!
      into[f] = sign * sum
    }
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      const y = elements[i]! * factors
      let dot = 0
      for (let f = 0; f < factors; f++) dot += others[y + f]! * v[at + f]!
      const weight = target ? 1 + alpha - alpha * dot : alpha * dot
      for (let f = 0; f < factors; f++) into[f]! += weight * others[y + f]!
    }
  }
  for (let row = 0; row + 1 < offsets.length; row++) {
    const at = row * factors
    if (offsets[row] === offsets[row + 1]) {
      own.fill(0, at, at + factors)
      continue
    }
    apply(row, own, at, residual, true)
    direction.set(residual)
    let norm = dotOf(residual, residual)
    for (let step = 0; step < GRADIENT_STEPS && norm > 1e-20; step++) {
      apply(row, direction, 0, product, false)
      const length = norm / dotOf(direction, product)
      for (let f = 0; f < factors; f++) {
        own[at + f]! += length * direction[f]!
        residual[f]! -= length * product[f]!
      }
      const next = dotOf(residual, residual)
      for (let f = 0; f < factors; f++) direction[f] = residual[f]! + (next / norm) * direction[f]!
      norm = next
    }
  }
}

/** YᵀY + λI. */
function gramOf(others: Float64Array, factors: number, regularization: number): Float64Array {
  const gram = new Float64Array(factors * factors)
  for (let at = 0; at < others.length; at += factors) {
    for (let f = 0; f < factors; f++) {
      const value = others[at + f]!
      for (let g = 0; g < factors; g++) gram[f * factors + g]! += value * others[at + g]!
    }
  }
  for (let f = 0; f < factors; f++) gram[f * factors + f]! += regularization
  return gram
}

function dotOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let f = 0; f < one.length; f++) sum += one[f]! * other[f]!
  return sum
}
