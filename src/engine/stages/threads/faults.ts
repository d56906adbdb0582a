// Errors on their way from a worker to the main thread, which would lose their classes.

import * as errors from '../../../model/errors.js'

/** Every class that can be thrown. */
const CLASSES = Object.values(errors).filter((one) => one !== errors.LikewiseError)

/** An error as plain data. */
export interface Fault {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, data: {} }
  const { name, message, stack } = error
  return { name, message, stack, data: { ...error } }
}

export function errorOf({ name, message, stack, data }: Fault): Error {
  const error = new Error(message)
  const known = CLASSES.find((one) => one.name === name)
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype)
  if (stack !== undefined) error.stack = stack
  return Object.assign(error, data)
}
