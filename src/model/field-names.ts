/** A column's name without the path of an ontology or a table, in lower case, with its words separated. */
export function plainName(column: string): string {
  const last = column.split(/[#/]/).at(-1) ?? column
  return (last === '' ? column : last)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Names of fields that identify records. */
const ID_NAMES =
  /^(id|ids|rec|rec id|recid|record|record id|record no|row|row id|no|nr|number|key|pk|uuid|guid|index|idx|unique id|uid|entity id|subject id|subjectid|source id|ltable id|rtable id)$/

/** Whether a field is named like one that holds ids; its values must also be distinct. */
export function isIdName(field: string): boolean {
  return ID_NAMES.test(plainName(field))
}
