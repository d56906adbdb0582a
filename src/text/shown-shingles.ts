import type { ShinglePlan } from '../model/plan.js'

/** Shingles for messages, such as `words:5`, and everything else in which they differ from others, such as `bag: true`. */
export function shownShingles(shingle: ShinglePlan, other: ShinglePlan): string {
  const { kind, k, ...rest } = shingle
  const { kind: _, k: __, ...otherRest } = other
  const names = Object.keys({ ...rest, ...otherRest }) as (keyof typeof rest)[]
  const different = names.filter((name) => JSON.stringify(rest[name]) !== JSON.stringify(otherRest[name]))
  return [`${kind}:${k}`, ...different.map((name) => `${name}: ${shownValue(rest[name])}`)].join(', ')
}

/** The maximum length of a list of words or phrases. */
const MAX_CHARACTERS = 40

function shownValue(value: unknown): string {
  if (!Array.isArray(value)) return value === undefined ? 'none' : String(value)
  const text = value.join(' ')
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
