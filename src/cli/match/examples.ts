import type { RecordMatches } from '../../apps/entities/match-tuned.js'
import { fieldText, type RecordFields } from '../../apps/entities/record.js'
import { cell } from '../output/rows.js'
import { type RecordIds, reasonText } from './write-matches.js'

const SHOWN = 10
const WIDTH = 36

/** Some of the pairs side by side, evenly spaced from the most to the least certain, with the points and reasons of each field. */
export function exampleText(
  { pairs, fields, explain }: RecordMatches,
  a: readonly RecordFields[],
  b: readonly RecordFields[],
  idsOfA: RecordIds,
  idsOfB: RecordIds,
): string {
  const order = Array.from(pairs.similarity.keys()).sort(
    (i, j) => pairs.similarity[j]! - pairs.similarity[i]! || i - j,
  )
  const count = Math.min(SHOWN, order.length)
  const chosen = Array.from(
    { length: count },
    (_, k) => order[Math.round((k * (order.length - 1)) / Math.max(1, count - 1))]!,
  )
  return chosen
    .map((i) => {
      const [one, other] = [pairs.a[i]!, pairs.b[i]!]
      const explanation = explain(one, other)
      const head = `${idsOfA.idOf(one)} = ${idsOfB.idOf(other)}  score ${pairs.similarity[i]!.toFixed(3)}, ${Math.round(explanation.points)} of ${explanation.possible} points\n`
      const lines = explanation.fields.map((field, k) => {
        const { a: ofA, b: ofB } = fields[k]!
        return `  ${valueCell(a[one], ofA)}  ${valueCell(b[other], ofB)}  ${reasonText(field)}\n`
      })
      return `${head}${lines.join('')}\n`
    })
    .join('')
}

function valueCell(record: RecordFields | undefined, field: string): string {
  return cell((record && fieldText(record, field)) ?? '–', WIDTH)
}
