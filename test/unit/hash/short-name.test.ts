import { expect, it } from 'vitest'
import { formIn, isShortName, shortName } from '../../../src/hash/short-name.js'

const LONG = 'x'.repeat(5000)

it('leaves names of up to 100 characters as they are', () => {
  expect(shortName('x'.repeat(100))).toBe('x'.repeat(100))
})

it('shortens others to less than 100 characters, which differ if the names do', () => {
  const names = [LONG, `${LONG}a`, `${LONG}b`, `${LONG.slice(1)}a`, `y${LONG}`]
  const short = names.map(shortName)
  expect(new Set(short).size).toBe(names.length)
  for (const [i, name] of short.entries()) {
    expect(name.length).toBeLessThan(100)
    expect(isShortName(name)).toBe(true)
    expect(name.startsWith(names[i]!.slice(0, 60))).toBe(true)
    expect(shortName(name)).toBe(name)
  }
})

it('does not depend on anything but the name', () => {
  // Files of decisions contain short forms, so they must stay the same.
  expect(shortName(LONG)).toBe(`${'x'.repeat(64)}…#5000-1n9n58c15b6vzv`)
})

it('does not cut a character in half', () => {
  const name = `${'x'.repeat(63)}${'🚢'.repeat(50)}`
  expect(shortName(name)).toMatch(/^x{63}…#163-/)
})

it('finds names in full and in their short form, and no others', () => {
  const form = formIn(new Set([shortName(LONG), 'a']))
  expect([LONG, 'a', `${LONG}x`, 'b'].map(form)).toEqual([shortName(LONG), 'a', undefined, undefined])
  expect(formIn(new Set([LONG]))(LONG)).toBe(LONG)
})
