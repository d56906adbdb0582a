import { spread } from '../hash/repeat-filter.js'
import { type SetCollection, setAt } from '../model/set-collection.js'
import { sumOf } from '../model/sum.js'

/** An element and a hub are packed into one number for a native sort, so there must be fewer hubs than this. */
const HUB_LIMIT = 2 ** 20

/**
 * The elements of some hubs by class: elements that occur in the same hubs form a class. A class that most hubs have is common; it is added
 * to the overlaps with all hubs, and subtracted from those without it.
 */
export interface HubTables {
  readonly hubs: number
  /** The hubs of each class, or those without it if most have it, one class after the other, and where each class begins. */
  readonly listed: Uint32Array
  readonly starts: Uint32Array
  /** The number of classes that most hubs have. They come first. */
  readonly common: number
  /** The number of elements of each class, and of all common classes. */
  readonly elementsOf: Uint32Array
  readonly commonElements: number
  /** For each hub, minus the number of elements of common classes that it does not have. */
  readonly lackedOfCommon: Int32Array
  /** A hash table with open addressing: each element is followed by 1 + its class; 0 is free. */
  readonly entries: Uint32Array
  /** The slot of an element is found from its spread bits above these. */
  readonly shift: number
}

/** Classifies the elements of hubs. */
export function makeHubTables(hubs: SetCollection): HubTables {
  const { elements, classes, owners } = classify(sortedEntries(hubs))
  // Common classes come first.
  const isCommon = owners.map(({ length }) => 2 * length > hubs.count)
  const order = [...owners.keys()].sort((a, b) => Number(isCommon[b]) - Number(isCommon[a]))
  const numberOf = invert(order)
  const common = isCommon.filter((is) => is).length
  const lists = order.map((number) =>
    isCommon[number] ? othersThan(owners[number]!, hubs.count) : owners[number]!,
  )
  const listed = Uint32Array.from(lists.flat())
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach(({ length }, i) => {
    starts[i + 1] = starts[i]! + length
  })
  const bits = Math.max(4, Math.ceil(Math.log2(2 * elements.length + 1)))
  const shift = 32 - bits
  const entries = new Uint32Array(2 * 2 ** bits)
  const elementsOf = new Uint32Array(lists.length)
  const mask = 2 ** bits - 1
  elements.forEach((element, i) => {
    let slot = spread(element) >>> shift
    while (entries[2 * slot + 1] !== 0) slot = (slot + 1) & mask
    const number = numberOf[classes[i]!]!
    entries[2 * slot] = element
    entries[2 * slot + 1] = number + 1
    elementsOf[number]!++
  })
  const lackedOfCommon = new Int32Array(hubs.count)
  for (let number = 0; number < common; number++)
    for (let at = starts[number]!; at < starts[number + 1]!; at++)
      lackedOfCommon[listed[at]!]! -= elementsOf[number]!
  return {
    hubs: hubs.count,
    listed,
    starts,
    common,
    elementsOf,
    commonElements: sumOf(elementsOf.subarray(0, common)),
    lackedOfCommon,
    entries,
    shift,
  }
}

/** The elements of the hubs, the class of each, and the hubs of each class. */
function classify(entries: Float64Array) {
  const numbers = new Map<string, number>()
  const elements: number[] = []
  const classes: number[] = []
  const owners: number[][] = []
  for (let start = 0; start < entries.length; ) {
    const element = Math.floor(entries[start]! / HUB_LIMIT)
    const list: number[] = []
    for (; start < entries.length && Math.floor(entries[start]! / HUB_LIMIT) === element; start++)
      list.push(entries[start]! % HUB_LIMIT)
    const key = list.join(' ')
    let number = numbers.get(key)
    if (number === undefined) {
      number = owners.push(list) - 1
      numbers.set(key, number)
    }
    elements.push(element)
    classes.push(number)
  }
  return { elements, classes, owners }
}

/** Where each number is in a list of all numbers from 0. */
function invert(order: readonly number[]): Uint32Array {
  const inverse = new Uint32Array(order.length)
  order.forEach((number, place) => {
    inverse[number] = place
  })
  return inverse
}

/** The hubs that are not in a list. */
function othersThan(list: readonly number[], hubs: number): number[] {
  const listed = new Set(list)
  return Array.from({ length: hubs }, (_, hub) => hub).filter((hub) => !listed.has(hub))
}

/** Each element of each hub, packed into one number with its hub, ascending. */
function sortedEntries(hubs: SetCollection): Float64Array {
  const entries = new Float64Array(hubs.elements.length)
  let end = 0
  for (let hub = 0; hub < hubs.count; hub++) {
    for (const element of setAt(hubs, hub)) entries[end++] = element * HUB_LIMIT + hub
  }
  return entries.subarray(0, end).sort()
}
