// EASE (H. Steck, "Embarrassingly Shallow Autoencoders for Sparse Data", 2019): with X of customers × items,
// P = (XᵀX + λI)⁻¹, the weight of item i for item j ≠ i is −P_ij / P_jj, and a customer's scores are their row of X times these.
//
// Items are many and customers often fewer, so it is solved on the side of the customers: with K = XXᵀ + λI,
// P = (I − Xᵀ K⁻¹ X) / λ. The result is the same, at the cost of the cube of the number of customers.

import type { Preferences } from '../preferences.js'
import { listBest } from './list-best.js'
import type { ListItems } from './list-items.js'

/** If there are more customers, an evenly spaced subset is used for training, because the cost grows with the cube of their number. */
const MAX_CUSTOMERS = 1500

/** Recommends by EASE, with `lambda` for λ, above 0. */
export function ease(preferences: Preferences, lambda: number): ListItems {
  const { sets, universe } = preferences.incidence
  const { offsets, elements } = sets
  const learners = learnersOf(preferences)
  const n = learners.length
  const numberOf = new Int32Array(sets.count).fill(-1)
  learners.forEach((customer, number) => {
    numberOf[customer] = number
  })
  const shared = (customer: number, into: Float64Array) => {
    into.fill(0)
    const { starts, entries, setOf } = preferences.incidence
    for (let entry = offsets[customer]!; entry < offsets[customer + 1]!; entry++) {
      const item = elements[entry]!
      for (let at = starts[item]!; at < starts[item + 1]!; at++) {
        const other = numberOf[setOf[entries[at]!]!]!
        if (other >= 0) into[other]! += 1
      }
    }
  }
  const kernel = new Float64Array(n * n)
  learners.forEach((customer, number) => {
    const row = kernel.subarray(number * n, (number + 1) * n)
    shared(customer, row)
    row[number]! += lambda
  })
  const inverse = invertLower(cholesky(kernel, n), n)
  const diagonal = diagonalOf(preferences, numberOf, inverse, n, lambda)
  const own = new Float64Array(n)
  const half = new Float64Array(n)
  const dual = new Float64Array(n)
  const scores = new Float64Array(universe)
  return (customer, limit) => {
    shared(customer, own)
    solve(inverse, n, own, half, dual)
    scores.fill(0)
    // (x − own K⁻¹ X) / λ is x P; for an item that the customer does not have its score is −(x P)_j / P_jj.
    for (let number = 0; number < n; number++) {
      const learner = learners[number]!
      for (let entry = offsets[learner]!; entry < offsets[learner + 1]!; entry++)
        scores[elements[entry]!]! += dual[number]!
    }
    for (let item = 0; item < universe; item++) scores[item]! /= lambda * diagonal[item]!
    return listBest(preferences, customer, limit, scores)
  }
}

function learnersOf({ incidence }: Preferences): Uint32Array {
  const { count, offsets } = incidence.sets
  const all = Uint32Array.from({ length: count }, (_, customer) => customer).filter(
    (customer) => offsets[customer + 1]! > offsets[customer]!,
  )
  const step = Math.max(1, Math.ceil(all.length / MAX_CUSTOMERS))
  return all.filter((_, i) => i % step === 0)
}

/** P_jj = (1 − ‖L⁻¹ X_j‖²) / λ, with K = L Lᵀ. */
function diagonalOf(
  { incidence }: Preferences,
  numberOf: Int32Array,
  inverse: Float64Array,
  n: number,
  lambda: number,
): Float64Array {
  const { starts, entries, setOf, universe } = incidence
  const sums = new Float64Array(n)
  return Float64Array.from({ length: universe }, (_, item) => {
    sums.fill(0)
    for (let at = starts[item]!; at < starts[item + 1]!; at++) {
      const number = numberOf[setOf[entries[at]!]!]!
      // A column of the lower triangle: the rows from its own number on. It is stored transposed, so it is read in order.
      if (number >= 0) for (let row = number; row < n; row++) sums[row]! += inverse[number * n + row]!
    }
    let square = 0
    for (let row = 0; row < n; row++) square += sums[row]! * sums[row]!
    return (1 - square) / lambda
  })
}

/** The lower triangle L of K = L Lᵀ, by rows. */
function cholesky(matrix: Float64Array, n: number): Float64Array {
  const lower = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column]!
      for (let k = 0; k < column; k++) sum -= lower[row * n + k]! * lower[column * n + k]!
      lower[row * n + column] = row === column ? Math.sqrt(sum) : sum / lower[column * n + column]!
    }
  }
  return lower
}

/** L⁻¹, transposed: the element (row, column) of L⁻¹ is at column · n + row. */
function invertLower(lower: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  for (let column = 0; column < n; column++) {
    const at = column * n
    inverse[at + column] = 1 / lower[column * n + column]!
    for (let row = column + 1; row < n; row++) {
      let sum = 0
      for (let k = column; k < row; k++) sum -= lower[row * n + k]! * inverse[at + k]!
      inverse[at + row] = sum / lower[row * n + row]!
    }
  }
  return inverse
}

/** K⁻¹ v = L⁻ᵀ (L⁻¹ v). */
function solve(
  inverse: Float64Array,
  n: number,
  v: Float64Array,
  half: Float64Array,
  into: Float64Array,
): void {
  half.fill(0)
  for (let column = 0; column < n; column++) {
    const value = v[column]!
    if (value !== 0) for (let row = column; row < n; row++) half[row]! += inverse[column * n + row]! * value
  }
  for (let column = 0; column < n; column++) {
    let sum = 0
    for (let row = column; row < n; row++) sum += inverse[column * n + row]! * half[row]!
    into[column] = sum
  }
}
