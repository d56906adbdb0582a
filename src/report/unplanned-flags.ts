import type { GivenArguments } from './report-data.js'

/** The options of a search that its plan does not contain, as the library, the server and the page take them. */
export interface UnplannedOptions {
  readonly text?: string | readonly string[]
  readonly id?: string | false
  readonly format?: string
  readonly encoding?: string
  readonly delimiter?: string
  readonly header?: boolean
  readonly onError?: 'stop' | 'skip'
  readonly method?: string
  readonly bands?: number
  readonly rows?: number
  readonly seed?: number
  readonly clusters?: string
  readonly audit?: number
  readonly survivor?:
    | string
    | { readonly field: string; readonly prefer: string }
    | { readonly sources: readonly string[] }
  readonly onePerCluster?: boolean
}

type Flag = GivenArguments['options'][number]

/** The same options on a command line, without those that have their default values. */
export function unplannedFlags(options: UnplannedOptions): Flag[] {
  const { text = [], id, delimiter, header, survivor, onePerCluster = false, onError } = options
  const given = (name: string, value: string | number | undefined): Flag[] =>
    value === undefined ? [] : [[name, `${value}`]]
  return [
    ...[text].flat().map((field): Flag => ['text', field]),
    ...(id === false ? [['no-id'] as const] : given('id', id)),
    ...given('format', options.format),
    ...given('encoding', options.encoding),
    // A tab by its name, because it would be invisible in a command.
    ...given('delimiter', delimiter === '\t' ? 'tab' : delimiter),
    ...given('header', header === undefined ? undefined : header ? 'yes' : 'no'),
    ...given('on-error', onError === 'stop' ? undefined : onError),
    ...given('method', options.method),
    ...given('bands', options.bands),
    ...given('rows', options.rows),
    ...given('seed', options.seed),
    ...given('cluster-by', options.clusters),
    ...given('audit', options.audit),
    ...given('survivor', survivor && policyText(survivor)),
    ...(onePerCluster ? [['one-per-cluster'] as const] : []),
  ]
}

function policyText(policy: NonNullable<UnplannedOptions['survivor']>): string {
  if (typeof policy === 'string') return policy
  return 'sources' in policy
    ? `sources:${policy.sources.join(',')}`
    : `field:${policy.field}:${policy.prefer}`
}
