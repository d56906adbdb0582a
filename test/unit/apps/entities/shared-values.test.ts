import { expect, it } from 'vitest'
import { makeColumn } from '../../../../src/apps/entities/column.js'
import type { FieldKind } from '../../../../src/apps/entities/kind.js'
import { similarValues } from '../../../../src/apps/entities/shared-values.js'
import { joinSets } from '../../../../src/join/fast/join-sets.js'

const GIVEN = ['anna', 'bruno', 'carla', 'dora', 'emil', 'frida', 'georg', 'hanna', 'ivan', 'julia']
const FAMILY = ['adler', 'becker', 'conrad', 'dietz', 'ebert', 'fuchs', 'graf', 'hahn', 'imhof', 'jung']
/** A hundred names, each different; every given name and every family name occurs ten times. */
const NAMES = GIVEN.flatMap((given) => FAMILY.map((family) => `${given} ${family}`))

/** The positions of the records that have similar values. */
function similar(texts: readonly string[], split?: number, kind: FieldKind = 'name'): number[][] {
  const shared = similarValues(makeColumn(kind, kind, texts), joinSets, 0.5, split)
  return shared.map(({ members }) => [...members])
}

it('a word that every value has does not make values similar', () => {
  expect(similar(NAMES)).toEqual([])
  expect(similar(NAMES.map((name) => `${name} ltd`))).toEqual([])
})

it('a word that nearly every value has does not make values similar', () => {
  expect(similar(NAMES.map((name, i) => (i % 25 === 0 ? name : `${name} ltd`)))).toEqual([])
})

it('a word that every value of one table has does not make values similar', () => {
  const others = NAMES.map((name) => name.replaceAll('a', 'o'))
  const pairs = similar([...others, ...NAMES.map((name) => `${name} ltd`)], NAMES.length)
  expect(pairs.filter(([a, b]) => a! >= NAMES.length && b! >= NAMES.length)).toEqual([])
})

it('letters that every value has, such as a domain, do not make values similar', () => {
  const addresses = NAMES.map((name) => name.replace(' ', '.'))
  const withDomain = addresses.map((address) => `${address}@company.example`)
  // Without the domain, an @ still follows each name.
  const withoutDomain = addresses.map((address) => `${address}@`)
  expect(similar(withDomain, undefined, 'email')).toEqual(similar(withoutDomain, undefined, 'email'))
})

it('values of nothing but such words are not similar to others', () => {
  const pairs = similar([...NAMES.map((name) => `${name} ltd`), 'ltd', 'ltd ltd'])
  expect(pairs).toEqual([])
})
