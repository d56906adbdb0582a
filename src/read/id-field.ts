import { isId } from '../model/document-id.js'
import { UnreadableInput } from '../model/errors.js'
import { noId } from '../model/record-problems.js'
import { fieldValue } from '../model/record-text.js'
import { didYouMean, type Field, listFields } from './field.js'

/** The problem with the id of a record, if any. */
export function idProblem(
  record: Readonly<Record<string, unknown>>,
  idField: string | undefined,
): string | undefined {
  if (idField === undefined) return undefined
  const id = fieldValue(record, idField)
  if (isId(id) || typeof id === 'bigint') return undefined
  return noId(idField, id)
}

/** The error for a file whose records do not have the id field that was named. */
export function missingId(file: string, idField: string, fields: readonly Field[]): UnreadableInput {
  return new UnreadableInput(
    file,
    `no id field ${JSON.stringify(idField)} (${listFields(fields)})`,
    `${didYouMean([idField], fields)}name a field that all inputs have, or use \`id: false\``,
  )
}
