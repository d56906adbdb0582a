// @ts-check
// Synthetic ratings, for measuring speed only: customers with one of 20 preferences, items by a Zipf law, half of a customer's items from
// the twentieth of all items that fits the preference, an exponentially distributed number of ratings of at least 20, and ascending times.
import { below, randomOf } from './words.js'

const SEED = 41
const PREFERENCES = 20

/**
 * CSV lines with a header.
 *
 * @param {number} customers
 * @param {number} items
 * @param {number} mean ratings per customer
 * @returns {Generator<string>}
 */
export function* madeRatings(customers, items, mean) {
  yield 'userId,movieId,rating,timestamp\n'
  const weights = Float64Array.from({ length: items }, (_, item) => 1 / (item + 20))
  for (let item = 1; item < items; item++) weights[item] = (weights[item] ?? 0) + (weights[item - 1] ?? 0)
  for (let customer = 0; customer < customers; customer++) {
    const random = randomOf(SEED, customer)
    const share = () => below(random, 2 ** 24) / 2 ** 24
    const size = Math.min(items >> 1, Math.round(20 - Math.log(1 - share()) * (mean - 20)))
    const preference = customer % PREFERENCES
    const taken = new Set()
    let time = 900_000_000 + below(random, 100_000_000)
    while (taken.size < size) {
      const drawn = taken.size % 4 === 3 ? below(random, items) : find(weights, share())
      const fitting = below(random, 2) === 0 ? drawn : (drawn - (drawn % PREFERENCES) + preference) % items
      // If no fitting item is left, any item is used.
      const item = taken.has(fitting) ? below(random, items) : fitting
      if (taken.has(item)) continue
      taken.add(item)
      time += below(random, 1000)
      const stars = 1 + Math.min(4, below(random, 3) + (item % PREFERENCES === preference ? 2 : 1))
      yield `${customer + 1},${item + 1},${stars},${time}\n`
    }
  }
}

/** @param {Float64Array} cumulated @param {number} share */
function find(cumulated, share) {
  const wanted = share * (cumulated.at(-1) ?? 0)
  let [from, end] = [0, cumulated.length - 1]
  while (from < end) {
    const middle = (from + end) >> 1
    if ((cumulated[middle] ?? 0) < wanted) from = middle + 1
    else end = middle
  }
  return from
}
