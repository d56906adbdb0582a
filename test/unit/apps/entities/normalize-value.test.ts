import { describe, expect, it } from 'vitest'
import { dayOrder, parseDate } from '../../../../src/apps/entities/dates.js'
import { guessKind } from '../../../../src/apps/entities/kind.js'
import { normalizeValue, plainPhone, plainText } from '../../../../src/apps/entities/normalize-value.js'
import { plainName } from '../../../../src/model/field-names.js'

describe('a normalized value', () => {
  it('has neither case, accents, punctuation nor HTML entities', () => {
    expect(plainText("  O'Hara,\n José ")).toBe('ohara jose')
    expect(plainText('Straße Łódź Ærø')).toBe('strasse lodz aero')
    expect(plainText('Fern&#225;ndez &amp; M&uuml;ller &#x10FFFFF;')).toBe('fernandez muller x10fffff')
  })

  it('keeps the marks that distinguish words of other scripts, however they are encoded', () => {
    const different: [string, string][] = [
      ['बेटा', 'बेटी'],
      ['ராமா', 'ராமி'],
      ['สมชาย', 'สมชัย'],
      ['かき', 'かぎ'],
    ]
    for (const [a, b] of different) {
      expect(plainText(a)).toBe(a)
      expect(plainText(b.normalize('NFD'))).toBe(b)
    }
    expect(plainText('Ἀθήνα Ёлка Nguyễn')).toBe('αθηνα елка nguyen')
    expect(plainText('\u0301a 5\u20e3 ❤\ufe0f')).toBe('a 5')
    expect(plainText('क्\u200dष')).toBe(plainText('क्ष'))
  })

  it('of a phone is its digits, without extension, 00 and the 1 of North America', () => {
    expect(
      ['+1 (404) 231-1368 ext. 5', '404/231-1368', '0014042311368', '404 231 1368 x12'].map(plainPhone),
    ).toEqual(Array(4).fill('4042311368'))
    expect(plainPhone('030 186810')).toBe('030186810')
  })

  it('of an address has long words', () => {
    expect(normalizeValue('12 N. Elm St., Apt. 3', 'address')).toBe('12 north elm street apartment 3')
    expect(normalizeValue('12 St. Elm', 'text')).toBe('12 st elm')
  })

  it('of a number has no fraction of zeros, and amounts have no currency sign', () => {
    expect(normalizeValue('1999.0', 'code')).toBe('1999')
    expect(['$1,299.00', '1.299,00 €', '1299'].map((text) => normalizeValue(text, 'amount'))).toEqual(
      Array(3).fill('1299'),
    )
    expect(normalizeValue('0.125', 'amount')).toBe('0.125')
  })

  it('of a text has the numbers of models in one word', () => {
    expect(normalizeValue('Sony PS-LX350H, 1990-91, belt-drive', 'text')).toBe(
      'sony pslx350h 1990 91 belt drive',
    )
  })

  it('is empty for words that mean a missing value', () => {
    for (const text of ['', ' ', 'N/A', 'null', 'unknown', '-', '?'])
      expect(normalizeValue(text, 'text')).toBe('')
    expect(normalizeValue('nana', 'text')).toBe('nana')
  })
})

describe('a date', () => {
  it('is eight digits, however it is written', () => {
    const forms = [
      '1971-06-24',
      '19710624',
      '24.6.1971',
      '24/06/71',
      '24 June 1971',
      'Jun. 24, 1971',
      '1971-06-24T10:00:00',
    ]
    expect(forms.map((form) => parseDate(form))).toEqual(Array(forms.length).fill('19710624'))
  })

  it('is read by the order of its column where both parts could be a month', () => {
    expect(parseDate('3/4/1999')).toBe('19990403')
    expect(parseDate('3/4/1999', 'month-first')).toBe('19990304')
    expect(dayOrder(['3/4/1999', '5/25/1999'])).toBe('month-first')
    expect(dayOrder(['3/4/1999', '25/5/1999'])).toBe('day-first')
  })

  it('is missing if there is no such day', () => {
    expect(['1971-13-01', '1971-00-10', 'June', '12', '555-0101'].map((text) => parseDate(text))).toEqual(
      Array(5).fill(undefined),
    )
  })
})

describe('the kind of a column', () => {
  it('is guessed from its values, and from its name if they are not clear', () => {
    expect(guessKind('x', ['a@b.c', 'd@e.org'])).toBe('email')
    expect(guessKind('Tel.', ['0221 470-1234', '030 186810'])).toBe('phone')
    expect(guessKind('contact', ['310/456-0488', '(212) 921-9494'])).toBe('phone')
    expect(guessKind('dob', ['19081209', '19990219'])).toBe('date')
    expect(guessKind('x', ['12.03.1999', '1.2.2000'])).toBe('date')
    expect(guessKind('soc_sec_id', ['6988048', '7364009'])).toBe('code')
    expect(guessKind('year', ['1999.0', '2001.0'])).toBe('code')
    expect(guessKind('price', ['12.99', '7.5', '$3.49'])).toBe('amount')
    expect(guessKind('given_name', ['mitchell', 'harley'])).toBe('name')
    expect(guessKind('authors', ['A. Blum'])).toBe('name')
    expect(guessKind('street', ['elm street'])).toBe('address')
    expect(guessKind('title', ['a tale'])).toBe('text')
    expect(guessKind('phone', ['none yet', 'ask Bob'])).toBe('text')
  })

  it('looks at the last part of the name of an ontology', () => {
    expect(plainName('http://www.okkam.org/ontology_restaurant1.owl#phone_number')).toBe('phone number')
    expect(plainName('firstName')).toBe('first name')
  })
})
