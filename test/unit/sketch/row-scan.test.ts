import { describe, expect, it } from 'vitest'
import { scanRows, signaturesByRowScan } from '../../../src/sketch/row-scan.js'

const INFINITY = Number.POSITIVE_INFINITY

/** The matrix of the texts: S1 … S4 over five rows, with x + 1 mod 5 and 3x + 1 mod 5. */
const INPUT = {
  rows: 5,
  sets: [new Set([0, 3]), new Set([2]), new Set([1, 3, 4]), new Set([0, 2, 3])],
  hashes: [(x: number) => (x + 1) % 5, (x: number) => (3 * x + 1) % 5],
}

describe('scanning the rows', () => {
  it('follows the book step by step', () => {
    const steps = [...scanRows(INPUT)]
    expect(steps.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])
    expect(steps.map(({ hashed }) => hashed)).toEqual([
      [1, 1],
      [2, 4],
      [3, 2],
      [4, 0],
      [0, 3],
    ])
    expect(steps.map(({ signatures }) => signatures)).toEqual([
      [
        [1, INFINITY, INFINITY, 1],
        [1, INFINITY, INFINITY, 1],
      ],
      [
        [1, INFINITY, 2, 1],
        [1, INFINITY, 4, 1],
      ],
      [
        [1, 3, 2, 1],
        [1, 2, 4, 1],
      ],
      [
        [1, 3, 2, 1],
        [0, 2, 0, 0],
      ],
      [
        [1, 3, 0, 1],
        [0, 2, 0, 0],
      ],
    ])
  })

  it('ends with the signatures', () => {
    expect(signaturesByRowScan(INPUT)).toEqual([
      [1, 3, 0, 1],
      [0, 2, 0, 0],
    ])
  })

  it('computes every hash function once for each row', () => {
    let calls = 0
    const hash = (x: number) => {
      calls++
      return x
    }
    signaturesByRowScan({ ...INPUT, hashes: [hash, hash] })
    expect(calls).toBe(10)
  })

  it('leaves an empty column infinite, and a matrix without rows too', () => {
    expect(signaturesByRowScan({ ...INPUT, sets: [new Set()] })).toEqual([[INFINITY], [INFINITY]])
    expect(signaturesByRowScan({ ...INPUT, rows: 0 })).toEqual([
      Array(4).fill(INFINITY),
      Array(4).fill(INFINITY),
    ])
  })
})
