// Persons, and second records of some of them with errors; `person` is the position of the first record.

import { Random } from '../../../../src/hash/random.js'

const SYLLABLES = [
  'ba',
  'do',
  'ke',
  'li',
  'mo',
  'nu',
  'pe',
  'ra',
  'si',
  'to',
  'wen',
  'gar',
  'hol',
  'ster',
  'vin',
]

type Person = Record<'person' | 'name' | 'surname' | 'street' | 'town' | 'postcode' | 'phone', string>

export function makePeople(
  count: number,
  towns = 40,
): { readonly firsts: Person[]; readonly seconds: Person[] } {
  const random = new Random(7)
  const word = (syllables: number) =>
    Array.from({ length: syllables }, () => SYLLABLES[random.below(SYLLABLES.length)]).join('')
  const locations = Array.from({ length: towns }, () => word(3))
  const names = Array.from({ length: 60 }, () => word(2))
  const surnames = Array.from({ length: 150 }, () => word(3))
  const firsts = Array.from({ length: count }, (_, i) => {
    const town = random.below(towns)
    return {
      person: String(i),
      name: names[random.below(names.length)]!,
      surname: surnames[random.below(surnames.length)]!,
      street: `${1 + random.below(90)} ${word(2)} street`,
      town: locations[town]!,
      postcode: String(1000 + 7 * town),
      phone: `555 ${String(random.below(1_000_000)).padStart(6, '0')}`,
    }
  })
  const slip = (text: string) => {
    const at = random.below(text.length)
    return `${text.slice(0, at)}${'aeiou'[random.below(5)]}${text.slice(at + 1)}`
  }
  const seconds = firsts
    .filter(() => random.below(3) === 0)
    .map((first) => {
      const second = { ...first }
      second.surname = slip(second.surname)
      if (random.below(2) === 0) second.phone = ''
      if (random.below(4) === 0) [second.name, second.surname] = [second.surname, second.name]
      return second
    })
  return { firsts, seconds }
}
