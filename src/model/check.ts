import { InvalidOption } from './errors.js'
import { nearestName } from './nearest-name.js'

/** The error for an option that needs another one, which is missing. */
export function incomplete(option: string, value: unknown, required: string): InvalidOption {
  return new InvalidOption(option, value, 'both or neither', `${option} requires ${required}`)
}

/** The error for an option that cannot be combined with another one. */
export function conflicting(option: string, value: unknown, other: string): InvalidOption {
  return new InvalidOption(option, value, 'one or the other', `${option} conflicts with ${other}`)
}

/** Checks for an integer in [min, max], or throws an `InvalidOption` that names the option. */
export function checkWhole(option: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new InvalidOption(option, value, `a whole number from ${min} to ${max}`)
  }
  return value
}

/** A threshold or a recall: a number in (0, 1]. */
export function checkShare(option: string, value: number): number {
  if (typeof value !== 'number' || !(value > 0 && value <= 1)) {
    throw new InvalidOption(option, value, 'a number above 0 and at most 1')
  }
  return value
}

/** A similarity or a probability: a number in [0, 1]. */
export function checkUnit(option: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new InvalidOption(option, value, 'a number from 0 to 1')
  }
  return value
}

/** A length, a width or a weight: a finite number above 0. */
export function checkPositive(option: string, value: number): number {
  if (typeof value !== 'number' || !(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new InvalidOption(option, value, 'a number above 0')
  }
  return value
}

/** A path: no system accepts an empty one, or one with a NUL. */
export function checkPath(option: string, value: string, expected = 'a path'): string {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) {
    throw new InvalidOption(option, value, expected)
  }
  return value
}

/** A boolean. */
export function checkBoolean(option: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw new InvalidOption(option, value, 'true or false')
  return value
}

/** One of a few words. */
export function checkChoice<Choice extends string>(
  option: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  if (!choices.includes(value)) throw new InvalidOption(option, value, `one of ${choices.join(', ')}`)
  return value
}

/** An engine or a store that a caller passes in. */
export function checkFunction<Given>(option: string, value: Given): Given {
  if (typeof value !== 'function') throw new InvalidOption(option, value, 'a function')
  return value
}

/** Rejects unknown options, so that a typo such as `treshold` is not ignored. */
export function checkNames(options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new InvalidOption('options', options, 'an object')
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const guess = nearestName(unknown, names)
    throw new InvalidOption(
      unknown,
      Reflect.get(options, unknown),
      `one of: ${names.join(', ')}`,
      `unknown option ${JSON.stringify(unknown)}${guess === undefined ? '' : `; did you mean ${JSON.stringify(guess)}?`}`,
    )
  }
}
