// Labelled records: the figures without any tuning; bench/cases/match.js measures all sets.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { matchRecords } from '../../src/apps/entities/match-records.js'
import { readTable } from '../../src/read/tables/node-read-table.js'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

it.skipIf(data.path === undefined)(
  titled('febrl 1: nearly every duplicate and nothing else', data),
  async () => {
    const { records } = await readTable(join(data.path!, 'records/febrl/dataset1.csv'))
    const thing = (position: number) => records[position]!.rec_id!.split('-')[1]
    const { pairs, fields } = matchRecords(records)
    expect(fields).toHaveLength(10)
    const right = pairs.a.filter((a, i) => thing(a) === thing(pairs.b[i]!)).length
    expect(right / pairs.count).toBeGreaterThan(0.99)
    expect(right / 500).toBeGreaterThan(0.99)
  },
)

it.skipIf(data.path === undefined)(titled('restaurants: the listed matches, one to one', data), async () => {
  const folder = join(data.path!, 'records/restaurants')
  const [a, b] = [
    await readTable(join(folder, 'rest1clean.csv')),
    await readTable(join(folder, 'rest2clean.csv')),
  ]
  expect([a, b].map(({ notes }) => notes.layouts[0]!.delimiter)).toEqual(['|', '|'])
  const truth = new Set(readFileSync(join(folder, 'gtclean.csv'), 'utf8').split(/\r?\n/).slice(1, -1))
  const { pairs, fields } = matchRecords(a.records, b.records, { oneToOne: true })
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['name', 'name'],
    ['phone_number', 'phone'],
    ['street', 'address'],
  ])
  const right = pairs.a.filter((one, i) =>
    truth.has(`${a.records[one]!.id}|${b.records[pairs.b[i]!]!.id}`),
  ).length
  expect(right / truth.size).toBeGreaterThan(0.93)
  // Rows of an address alone match each other too and are not listed; nor are some pairs of the same name and phone.
  const named = pairs.a.filter((one) => (a.records[one]![fields[0]!.a] ?? '') !== '')
  expect(right / named.length).toBeGreaterThan(0.7)
})
