import { UnreadableInput } from '../model/errors.js'

/** Rejects two columns with the same name, because a record could have only one of them. */
export function checkColumnNames<Columns extends readonly string[]>(file: string, columns: Columns): Columns {
  const repeated = columns.find((column, i) => columns.indexOf(column) !== i)
  if (repeated === undefined) return columns
  throw new UnreadableInput(
    file,
    `two columns have the name ${JSON.stringify(repeated)}`,
    'rename one of them in the first row, or use `header: false` if that row contains data',
  )
}
