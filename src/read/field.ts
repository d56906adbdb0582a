import { nearestName } from '../model/nearest-name.js'

/** A field of a record, as needed for choosing the text field. */
export interface Field {
  readonly name: string
  readonly kind: 'string' | 'null' | 'number' | 'boolean' | 'list' | 'object'
  /** The length, for a string. */
  readonly length: number
  /** The fields of an object, if they are known. */
  readonly parts?: () => readonly Field[]
}

/** The fields of a record. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    kind: kindOf(value),
    length: typeof value === 'string' ? value.length : 0,
    ...(kindOf(value) === 'object' && { parts: () => fieldsOf(value as Readonly<Record<string, unknown>>) }),
  }))
}

function kindOf(value: unknown): Field['kind'] {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'list'
  const kind = typeof value
  if (kind === 'bigint') return 'number'
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}

/** The field of exactly this name, or the one at the end of a path into objects; a null on the way counts as the field. */
export function findField(fields: readonly Field[], name: string): Field | undefined {
  const whole = fields.find((field) => field.name === name)
  if (whole !== undefined) return whole
  let found: Field | undefined
  let inside = fields
  for (const key of name.split('.')) {
    if (found?.kind === 'null') break
    found = inside.find((field) => field.name === key)
    if (found?.kind === 'object' && found.parts === undefined) return { name, kind: 'null', length: 0 }
    inside = found?.parts?.() ?? []
  }
  return found
}

export function aKind(kind: Field['kind']): string {
  if (kind === 'null') return kind
  return kind === 'object' ? 'an object' : `a ${kind}`
}

export function listFields(fields: readonly Field[]): string {
  if (fields.length === 0) return 'it has no fields'
  const names: string[] = []
  for (const path of pathsOf(fields, '', DEEPEST)) {
    if (names.length === SHOWN) return `its fields: ${names.join(', ')}, …`
    names.push(path)
  }
  return `its fields: ${names.join(', ')}`
}

/** The number of fields that a message lists, and how deep it searches for them. */
const SHOWN = 20
const DEEPEST = 5

/** `did you mean "title"? `: suggests the field most similar to a missing one; empty if none is similar. */
export function didYouMean(names: readonly string[], fields: readonly Field[]): string {
  const known = Array.from(pathsOf(fields, '', DEEPEST))
  const meant = names
    .filter((name) => findField(fields, name) === undefined)
    .map((name) => nearestName(name, known))
    .find((name) => name !== undefined)
  return meant === undefined ? '' : `did you mean ${JSON.stringify(meant)}? Otherwise `
}

/** The names of fields, and the paths to those of objects. */
function* pathsOf(fields: readonly Field[], before: string, depth: number): Generator<string> {
  for (const { name, parts } of fields) {
    const inside = depth > 1 ? (parts?.() ?? []) : []
    if (inside.length === 0) yield before + name
    else yield* pathsOf(inside, `${before}${name}.`, depth - 1)
  }
}
