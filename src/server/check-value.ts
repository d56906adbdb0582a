import { nearestName } from '../model/nearest-name.js'
import type { ListNode, ObjectNode, Schema } from './schema.js'

/** What is wrong with a value, and how to fix it. */
export interface Problem {
  readonly message: string
  readonly hint: string
}

/**
 * Returns what is wrong with a value, or undefined. Recursion is limited by the depth of the schema, not of the value.
 *
 * @param at where the value is: `body.documents[3].id`
 */
export function findProblem(schema: Schema, value: unknown, at: string): Problem | undefined {
  if ('anyOf' in schema) return findChoiceProblem(schema.anyOf, value, at)
  switch (schema.type) {
    case 'object':
      return findObjectProblem(schema, value, at)
    case 'array':
      return findListProblem(schema, value, at)
    case 'null':
      return value === null ? undefined : wrong(at, value, 'null')
    case 'boolean':
      return typeof value === 'boolean' && (schema.const === undefined || value === schema.const)
        ? undefined
        : wrong(at, value, schema.const === undefined ? 'true or false' : String(schema.const))
    case 'string':
      return findTextProblem(schema, value, at)
    default:
      return isInRange(schema, value) ? undefined : wrong(at, value, expectedNumber(schema))
  }
}

function findChoiceProblem(choices: readonly Schema[], value: unknown, at: string): Problem | undefined {
  const problems = choices.map((choice) => findProblem(choice, value, at))
  if (problems.includes(undefined)) return undefined
  // The most useful problem to report is that of the alternative the value was meant for.
  const alike = choices.flatMap((choice, i) => ('type' in choice && hasType(choice.type, value) ? [i] : []))
  const best = alike.find((i) => knowsNames(choices[i]!, value)) ?? alike[0]
  return best === undefined ? wrong(at, value, choices.map(nameOf).join(' or ')) : problems[best]
}

/** Whether all properties of an object are in the schema. */
function knowsNames(schema: Schema, value: unknown): boolean {
  if (!('type' in schema) || schema.type !== 'object') return true
  return Object.keys(value as object).every((name) => Object.hasOwn(schema.properties, name))
}

function findObjectProblem(schema: ObjectNode, value: unknown, at: string): Problem | undefined {
  if (!hasType('object', value)) return wrong(at, value, 'an object')
  const given = value as Readonly<Record<string, unknown>>
  const { properties, required, additionalProperties } = schema
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(properties, name)) {
      if (additionalProperties) continue
      return unknownName(name, Object.keys(properties), at)
    }
    const problem = findProblem(properties[name]!, given[name], at === '' ? name : `${at}.${name}`)
    if (problem !== undefined) return problem
  }
  const missing = required.find((name) => !Object.hasOwn(given, name))
  if (missing === undefined) return undefined
  return { message: `${at === '' ? '' : `${at}: `}${missing} is missing`, hint: `add ${missing}` }
}

function unknownName(name: string, known: readonly string[], at: string): Problem {
  const guess = nearestName(name.slice(0, 100), known)
  return {
    message: `${at === '' ? '' : `${at}: `}unknown property ${shown(name)}`,
    hint: `${guess === undefined ? '' : `did you mean ${JSON.stringify(guess)}? `}${
      known.length === 0 ? 'none is expected' : `expected one of: ${known.join(', ')}`
    }`,
  }
}

function findListProblem(schema: ListNode, value: unknown, at: string): Problem | undefined {
  if (!Array.isArray(value)) return wrong(at, value, 'a list')
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  if (value.length < minItems || value.length > maxItems) {
    return {
      message: `${at} has ${value.length} items`,
      hint: `expected ${minItems} to ${maxItems}`,
    }
  }
  for (let i = 0; i < value.length; i++) {
    const problem = findProblem(items, value[i], `${at}[${i}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function findTextProblem(
  schema: Extract<Schema, { readonly type: 'string' }>,
  value: unknown,
  at: string,
): Problem | undefined {
  if (typeof value !== 'string') return wrong(at, value, nameOf(schema))
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, enum: words } = schema
  if (value.length < minLength || value.length > maxLength) {
    return {
      message: `${at} has ${value.length} characters`,
      hint: minLength === 0 ? `expected at most ${maxLength}` : `expected ${minLength} to ${maxLength}`,
    }
  }
  const isKnown = words === undefined || words.includes(value)
  const isFormed = pattern === undefined || new RegExp(pattern, 'u').test(value)
  return isKnown && isFormed ? undefined : wrong(at, value, nameOf(schema))
}

type NumberSchema = Extract<Schema, { readonly type: 'number' | 'integer' }>

function isInRange(schema: NumberSchema, value: unknown): boolean {
  const { type, minimum, exclusiveMinimum, maximum } = schema
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (type === 'number' || Number.isInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (maximum === undefined || value <= maximum)
  )
}

function expectedNumber({ type, minimum, exclusiveMinimum, maximum }: NumberSchema): string {
  const bounds = [
    minimum === undefined ? '' : `from ${minimum}`,
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    maximum === undefined ? '' : minimum === undefined ? `and at most ${maximum}` : `to ${maximum}`,
  ]
  return [type === 'integer' ? 'a whole number' : 'a number', ...bounds.filter(Boolean)].join(' ')
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'integer') return typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

/** What a schema requires, in words. */
function nameOf(schema: Schema): string {
  if ('anyOf' in schema) return schema.anyOf.map(nameOf).join(' or ')
  switch (schema.type) {
    case 'object':
      return schema.required.length === 0 ? 'an object' : `an object with ${schema.required.join(' and ')}`
    case 'array':
      return 'a list'
    case 'null':
      return 'null'
    case 'boolean':
      return schema.const === undefined ? 'true or false' : String(schema.const)
    case 'string':
      if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
      return schema.pattern === undefined
        ? 'a string'
        : (schema.description ?? `a match of ${schema.pattern}`)
    default:
      return expectedNumber(schema)
  }
}

function wrong(at: string, value: unknown, expected: string): Problem {
  return { message: `${at === '' ? 'the value' : at} is ${shown(value)}`, hint: `expected ${expected}` }
}

/** A short form of a value. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}
