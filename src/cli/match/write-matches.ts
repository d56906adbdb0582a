import type { FieldExplanation } from '../../apps/entities/explain-match.js'
import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import type { DocumentId } from '../../model/document.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Column } from '../../write/column.js'
import { isJsonText, type Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import type { Written } from '../../write/written.js'

/** The ids of the records of a table. */
export interface RecordIds {
  /** The field that holds the id; undefined: the record number is the id. */
  readonly field: string | undefined
  readonly idOf: (position: number) => DocumentId
}

/** Writes the pairs: ids, score, points in total and per field, and the reason if requested. */
export async function writeMatches(
  output: Output,
  { pairs, fields, explain }: RecordMatches,
  idsOfA: RecordIds,
  idsOfB: RecordIds,
  { withWhy }: { readonly withWhy: boolean },
  lifetime: Lifetime,
): Promise<Written> {
  const idType = ({ field }: RecordIds): Column['type'] =>
    field === undefined ? 'integer' : isJsonText(output) ? 'json' : 'string'
  const columns: Column[] = [
    { name: 'a', type: idType(idsOfA) },
    { name: 'b', type: idType(idsOfB) },
    { name: 'score', type: 'number' },
    { name: 'points', type: 'number' },
    { name: 'possible', type: 'number' },
    ...fields.map(({ name }): Column => ({ name: pointsColumn(name), type: 'number' })),
    ...(withWhy ? [{ name: 'why', type: 'string' } as const] : []),
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (let i = 0; i < pairs.count; i++) {
      const [a, b] = [pairs.a[i]!, pairs.b[i]!]
      const { points, possible, fields: explained } = explain(a, b)
      const wait = writer.write({
        a: idsOfA.idOf(a),
        b: idsOfB.idOf(b),
        score: rounded(pairs.similarity[i]!),
        points: rounded(points),
        possible,
        ...Object.fromEntries(
          explained.map((field) => [
            pointsColumn(field.field),
            field.points === undefined ? null : rounded(field.points),
          ]),
        ),
        ...(withWhy && { why: explained.map(reasonText).join('; ') }),
      })
      if (wait !== undefined) await wait
    }
  })
}

/** `name 99 of 100 (nickname), +6.2 bits` */
export function reasonText({ field, missing, points, softenings, bits }: FieldExplanation): string {
  if (missing || points === undefined) return `${field} missing`
  const how = softenings === undefined || softenings.length === 0 ? '' : ` (${softenings.join(', ')})`
  const worth = bits === undefined ? '' : `, ${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)} bits`
  return `${field} ${Number(points.toFixed(1))} of 100${how}${worth}`
}

function pointsColumn(field: string): string {
  return `points_${field}`
}

/** Rounds to enough digits for any use that are still readable. */
function rounded(value: number): number {
  return Number(value.toPrecision(9))
}
