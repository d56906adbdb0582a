// @ts-check
// Writes examples/data/ratings.csv: ratings by the customers of an invented lending library. Every run writes the same bytes.
// Each customer has two favorite shelves out of six. They borrow mostly from these, and give books from other shelves mostly
// low ratings.
// Run: npm run build && node examples/make-ratings.js
import { writeFileSync } from 'node:fs'
import { Random } from 'likewise/text'

const SHELVES = {
  sea: [
    'The Salt Road',
    'Nine Fathoms',
    'The Lightkeeper',
    'A Rope of Sand',
    'Low Water',
    'The Pilot Cutter',
    'Gull Rock',
    'Flood Tide',
  ],
  crime: [
    'The Quiet Alibi',
    'Death of a Bellringer',
    'Cold Ink',
    'The Third Signature',
    'Murder at Low Mill',
    'A Clean Knife',
    'The Verger',
    'Dust on the Stairs',
  ],
  space: [
    'Perihelion',
    'The Glass Orbit',
    'Ninety Suns',
    'Colony Four',
    'The Long Burn',
    'Airless',
    'Signal Lost',
    'The Ring Makers',
  ],
  garden: [
    'The Walled Acre',
    'Roses for Beginners',
    'A Year of Beans',
    'Soil',
    'The Pruning Book',
    'Bees and Hives',
    'The Orchard Almanac',
    'Small Ponds',
  ],
  history: [
    'The Wool Kings',
    'Roads of Rome',
    'The Plague Year',
    'Castles of the March',
    'The Spice Fleet',
    'A Queen in Winter',
    'The Iron Bridge',
    'Letters from the Front',
  ],
  kitchen: [
    'Bread Alone',
    'The Pickle Jar',
    'Soups',
    'Fire and Smoke',
    'The Sunday Roast',
    'Sugar Work',
    'One Pot',
    'The Cheese Maker',
  ],
}
const CUSTOMERS =
  'Ada Ben Cleo Dan Edie Finn Greta Hal Iris Jon Kit Lena Max Nora Otto Pia Quin Ros Sol Tess Una Vic Wren Xan Yara Zed Amos Bea Cal Dora Ewan Faye Gus Hope Ivo June Kurt Lily Milo Nell'.split(
    ' ',
  )
const BORROWED = 14

const random = new Random(7)
const shelves = Object.values(SHELVES)
/** @type {string[]} */
const lines = []
let day = Date.UTC(2024, 0, 2)
for (const customer of CUSTOMERS) {
  const [first, second] = random.permutation(shelves.length)
  const known = new Set()
  while (known.size < BORROWED) {
    const isFavourite = random.unit() < 0.8
    const shelf =
      shelves[isFavourite ? ((random.unit() < 0.6 ? first : second) ?? 0) : random.below(shelves.length)] ??
      []
    const title = shelf[random.below(shelf.length)] ?? ''
    if (known.has(title)) continue
    known.add(title)
    const isLiked =
      random.unit() < (shelf === shelves[first ?? 0] || shelf === shelves[second ?? 0] ? 0.85 : 0.2)
    const stars = isLiked ? 4 + random.below(2) : 1 + random.below(3)
    day += 3_600_000 * (1 + random.below(30))
    lines.push(`${customer},${title},${stars},${new Date(day).toISOString().slice(0, 10)}`)
  }
}
writeFileSync(new URL('./data/ratings.csv', import.meta.url), `user,item,rating,date\n${lines.join('\n')}\n`)
