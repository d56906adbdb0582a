import { InvalidValue, LengthMismatch } from '../model/errors.js'

/** Checks that two vectors have the same length and only finite components; the error has the position of any other component. */
export function checkVectors(a: ArrayLike<number>, b: ArrayLike<number>): void {
  checkIsVector('the first vector', a)
  checkIsVector('the second vector', b)
  if (a.length !== b.length) throw new LengthMismatch('vectors', a.length, b.length)
  checkComponents('a component of the first vector', a)
  checkComponents('a component of the second vector', b)
}

function checkIsVector(what: string, vector: ArrayLike<number>): void {
  if (typeof vector !== 'object' || !Number.isInteger(vector?.length)) {
    throw new InvalidValue(what, vector, undefined, 'an array or a typed array of numbers')
  }
}

function checkComponents(what: string, vector: ArrayLike<number>): void {
  for (let i = 0; i < vector.length; i++) {
    if (!Number.isFinite(vector[i])) throw new InvalidValue(what, vector[i], i, 'a finite number')
  }
}
