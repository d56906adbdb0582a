import { describe, expect, it } from 'vitest'
import { readGoldenCases } from './cases.js'
import { compute } from './compute.js'

describe('the golden vectors', () => {
  it.each(readGoldenCases())('are reproduced bit for bit: $name', ({ input, expected }) => {
    expect(JSON.parse(JSON.stringify(compute(input)))).toEqual(expected)
  })
})
