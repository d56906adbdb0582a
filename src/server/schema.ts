// The subset of JSON Schema that the API needs. One description of a value checks requests and appears in the OpenAPI document.

declare const VALUE: unique symbol

/** A description of a value. The type parameter is the type of the value once it has been checked. */
export type Schema<Value = unknown> = Node & { readonly [VALUE]?: Value }

interface Described {
  readonly description?: string
  readonly default?: unknown
}

interface TextNode extends Described {
  readonly type: 'string'
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
}

interface NumberNode extends Described {
  readonly type: 'number' | 'integer'
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

interface FlagNode extends Described {
  readonly type: 'boolean'
  readonly const?: boolean
}

export interface ListNode extends Described {
  readonly type: 'array'
  readonly items: Schema
  readonly minItems?: number
  readonly maxItems?: number
}

export interface ObjectNode extends Described {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly additionalProperties: boolean
}

interface ChoiceNode extends Described {
  readonly anyOf: readonly Schema[]
}

interface NullNode extends Described {
  readonly type: 'null'
}

type Node = TextNode | NumberNode | FlagNode | ListNode | ObjectNode | ChoiceNode | NullNode

export type ValueOf<Described extends Schema> = Described extends Schema<infer Value> ? Value : never

type Properties = Readonly<Record<string, Schema>>
type Values<Required extends Properties, Optional extends Properties> = {
  readonly [Name in keyof Required]: ValueOf<Required[Name]>
} & { readonly [Name in keyof Optional]?: ValueOf<Optional[Name]> }

export function text(bounds: Omit<TextNode, 'type' | 'enum'> = {}): Schema<string> {
  return { type: 'string', ...bounds }
}

export function word<const Words extends readonly string[]>(
  words: Words,
  more: Described = {},
): Schema<Words[number]> {
  return { type: 'string', enum: words, ...more }
}

export function number(bounds: Omit<NumberNode, 'type'> = {}): Schema<number> {
  return { type: 'number', ...bounds }
}

/** An integer. */
export function whole(minimum: number, maximum: number, more: Described = {}): Schema<number> {
  return { type: 'integer', minimum, maximum, ...more }
}

/** A number above 0 and at most 1. */
export function share(more: Described = {}): Schema<number> {
  return { type: 'number', exclusiveMinimum: 0, maximum: 1, ...more }
}

export function flag(more: Described = {}): Schema<boolean> {
  return { type: 'boolean', ...more }
}

export function list<Item>(
  items: Schema<Item>,
  bounds: Omit<ListNode, 'type' | 'items'> = {},
): Schema<readonly Item[]> {
  return { type: 'array', items, ...bounds }
}

/** An object with these properties and no others. */
export function object<const Required extends Properties, const Optional extends Properties>(
  required: Required,
  optional: Optional,
  more: Described = {},
): Schema<Values<Required, Optional>> {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
    ...more,
  }
}

/** An object in a response whose properties are described elsewhere. */
export function anyObject(more: Described = {}): Schema<object> {
  return { type: 'object', properties: {}, required: [], additionalProperties: true, ...more }
}

export function either<const Choices extends readonly Schema[]>(
  choices: Choices,
  more: Described = {},
): Schema<ValueOf<Choices[number]>> {
  return { anyOf: choices, ...more }
}

export function off(): Schema<false> {
  return { type: 'boolean', const: false }
}

export function nothing(): Schema<null> {
  return { type: 'null' }
}
