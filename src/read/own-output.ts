// The program's own output is recognized by its content, so that a folder or a glob can contain results next to the data: artifacts name
// their format, pages name their generator, and tables have exactly the columns of a table that this program writes. Records with an
// additional field are the user's data.

import { ownTableKind, REMOVED_KIND } from '../model/own-tables.js'
import { type Field, findField } from './field.js'
import { FieldScanner } from './field-scanner.js'

/** An output of this program. */
export interface OwnOutput {
  /** For messages. */
  readonly kind: string
  /** The fields of its first record; none if it does not hold records. */
  readonly fields: readonly Field[]
}

export const MANIFEST_KIND = 'a manifest of removed documents'

/** Artifacts by the name of their format, after `likewise`. */
const ARTIFACTS: Readonly<Record<string, string>> = {
  manifest: MANIFEST_KIND,
  'spark-manifest': MANIFEST_KIND,
  plan: 'a plan',
  run: 'a file of a run directory',
  snapshot: 'a snapshot of an index',
  index: 'a file of an index',
  'match-model': 'a model of match',
}

const ARTIFACT = /^\{\s*"format"\s*:\s*"likewise[ -]([\w-]+)"/
/** What every command prints with --json begins like this. */
const RESULT =
  /^\{\s*"command"\s*:\s*"[a-z]+"\s*,\s*"version"\s*:\s*"\d+\.\d+\.\d[^"]*"\s*,\s*"inputs"\s*:\s*\[/
const PRINTED_ERROR = /^\{"error":\{"code":"[\w-]+","message":"/
/** The decisions that a person made on a report page. */
const DECISION =
  /^\{"(?:keep|keepSource)":(?:"(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)\}$|^\{"different":\[[^[\]{}]*\]\}$/
/** A row that dedup removed from a table without a header: position, id, survivor, similarity, reason. */
const REMOVED_ROW =
  /^\d+([^\w".-])(?:(?:"(?:[^"]|"")*"|(?:(?!\1)[^"\n])*)\1){2}[\d.eE+-]+\1(?:against-)?(?:identical|equal|similar|contaminated)\1/
const PAGE = /^<!doctype html>.{0,3000}<meta name="generator" content="Likewise">/s

/**
 * The kind of output of this program that a file is, by its first characters; undefined if it is none.
 *
 * @example ownOutput('{"a":0,"b":2,"similarity":1}')?.kind // 'a list of pairs'
 */
export function ownOutput(head: string): OwnOutput | undefined {
  // A table may begin with a line that names its delimiter, and a list with a bracket.
  const text = head
    .replace(/^\ufeff/, '')
    .trimStart()
    .replace(/^"?sep=."?\r?\n/i, '')
    .replace(/^\[\s*(?=\{)/, '')
  if (text.startsWith('<')) return PAGE.test(text) ? named('a report') : undefined
  if (!text.startsWith('{')) return columnsIn(text)
  const artifact = ARTIFACT.exec(text)?.[1]
  if (artifact !== undefined) return named(ARTIFACTS[artifact] ?? 'a file')
  if (RESULT.test(text)) return named('a saved result of a command')
  if (PRINTED_ERROR.test(text)) return named('a saved error of a command')
  if (DECISION.test(text.split('\n', 1)[0]!.trimEnd())) return named('a list of decisions')
  const scanner = new FieldScanner()
  const isWhole = scanner.push(new TextEncoder().encode(text))
  return ofFields(scanner.fields, !isWhole)
}

/** The kind of output of this program that a table with these columns is; undefined if it is none. */
export function ownTable(names: readonly string[]): OwnOutput | undefined {
  return ofFields(names.map((name) => ({ name, kind: 'string', length: 0 })))
}

/** Whether an output has one of the text fields that the user named. */
export function hasText({ fields }: OwnOutput, names: readonly string[] | undefined): boolean {
  return names?.some((name) => findField(fields, name) !== undefined) ?? false
}

/**
 * Whether a file that was found in a folder or through a glob is data although it looks like an output: it has one of the text fields that
 * the user named. Documents that dedup removed have the fields of their originals and are never data there.
 */
export function isDataWith(own: OwnOutput, names: readonly string[] | undefined): boolean {
  return own.kind !== REMOVED_KIND && hasText(own, names)
}

function ofFields(fields: readonly Field[], isCutOff = false): OwnOutput | undefined {
  const kind = ownTableKind(
    fields.map(({ name }) => name),
    isCutOff,
  )
  return kind === undefined ? undefined : { kind, fields }
}

function named(kind: string): OwnOutput {
  return { kind, fields: [] }
}

/** The columns of a first line: this program writes simple names, which only other programs quote. */
function columnsIn(text: string): OwnOutput | undefined {
  if (REMOVED_ROW.test(text)) return named(REMOVED_KIND)
  const first = text.split('\n', 1)[0]!.replace(/\r$/, '')
  const delimiter = /[^\w" .-]/.exec(first)?.[0]
  if (delimiter === undefined) return undefined
  return ownTable(first.split(delimiter).map((name) => name.replace(/^"(.*)"$/s, '$1')))
}
