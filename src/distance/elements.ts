import { InvalidValue, TooLarge } from '../model/errors.js'

/** The maximum size of a JavaScript `Set`. */
const MAX_ELEMENTS = 2 ** 24

/** An element of a set or a bag. The number 1 and the string '1' are different elements. */
export type SetElement = string | number

/**
 * Calls `visit` for every element in order, including repeats. Throws `InvalidValue` for something that is not iterable, and for an
 * element that is neither a string nor a number. NaN is also rejected, because it usually means that a value was lost.
 */
export function forEachElement(elements: Iterable<SetElement>, visit: (element: SetElement) => void): void {
  if (typeof elements?.[Symbol.iterator] !== 'function') {
    throw new InvalidValue('a set', elements, undefined, 'an array, a Set or another iterable of elements')
  }
  let position = 0
  for (const element of elements) {
    if (typeof element !== 'string' && (typeof element !== 'number' || Number.isNaN(element))) {
      throw new InvalidValue('an element', element, position, 'a string or a number')
    }
    visit(element)
    position++
  }
}

/** The elements without their repeats. */
export function distinctElements(elements: Iterable<SetElement>): ReadonlySet<SetElement> {
  const set = new Set<SetElement>()
  forEachElement(elements, (element) => {
    if (set.size === MAX_ELEMENTS && !set.has(element)) {
      throw new TooLarge(
        'elements in one set',
        set.size + 1,
        MAX_ELEMENTS,
        'hash them and use a SetCollection',
      )
    }
    set.add(element)
  })
  return set
}
