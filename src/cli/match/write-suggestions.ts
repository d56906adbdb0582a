import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { fieldText, type RecordFields } from '../../apps/entities/record.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Column } from '../../write/column.js'
import type { Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import type { Written } from '../../write/written.js'
import type { RecordIds } from './write-matches.js'

const SUGGESTED = 50

/** Writes the pairs whose labels would help most, with their values side by side and an empty column for the label. */
export async function writeSuggestions(
  output: Output,
  { fields, suggest }: RecordMatches,
  [a, b]: readonly [readonly RecordFields[], readonly RecordFields[]],
  [idsOfA, idsOfB]: readonly [RecordIds, RecordIds],
  lifetime: Lifetime,
): Promise<Written> {
  const columns: Column[] = [
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
    { name: 'match', type: 'string' },
    ...fields.flatMap(({ name }): Column[] => [
      { name: `${name}_a`, type: 'string' },
      { name: `${name}_b`, type: 'string' },
    ]),
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (const pair of suggest(SUGGESTED)) {
      const values = fields.flatMap((field) => [
        [`${field.name}_a`, fieldText(a[pair.a]!, field.a) ?? ''],
        [`${field.name}_b`, fieldText(b[pair.b]!, field.b) ?? ''],
      ])
      const wait = writer.write({
        a: String(idsOfA.idOf(pair.a)),
        b: String(idsOfB.idOf(pair.b)),
        match: '',
        ...Object.fromEntries(values),
      })
      if (wait !== undefined) await wait
    }
  })
}
