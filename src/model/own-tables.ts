// Every table that this program writes, by its columns. Writers refuse a table that is not listed here, and readers skip the listed ones
// in folders and globs, so that no output is mistaken for data by a later command.

/** A table that this program writes. */
interface OwnTable {
  /** For messages. */
  readonly kind: string
  readonly columns: readonly string[]
  /** Columns that may follow, such as one for each field of the user's records. Default: none. */
  readonly more?: RegExp
  /** Whether at least one more column must follow. */
  readonly needsMore?: true
}

export const REMOVED_KIND = 'a list of documents removed by dedup'
const PAIRS = 'a list of pairs'
const CLUSTERS = 'a list of clusters'
const RECOMMENDATIONS = 'a list of recommendations'
const CONTAMINATION = 'a report of decontaminate'
const SIMILAR = 'a list of similar customers or items'
const LIKED = ['score', 'likedBy', 'because', 'customers']

/** The columns that come before a removed document, or before its own columns. */
export const REMOVAL_COLUMNS = ['position', 'id', 'survivor', 'similarity', 'reason'] as const

const OWN_TABLES: readonly OwnTable[] = [
  { kind: PAIRS, columns: ['a', 'b', 'similarity'] },
  { kind: PAIRS, columns: ['a', 'b', 'similarity', 'against'] },
  { kind: PAIRS, columns: ['a', 'b', 'score'] },
  {
    kind: PAIRS,
    columns: [
      ...['a', 'b', 'score', 'limit', 'content', 'runs', 'jaccard', 'aInB', 'bInA', 'copiedA', 'copiedB'],
      ...['longest', 'verbatim', 'passages'],
    ],
  },
  { kind: PAIRS, columns: ['a', 'b', 'score', 'points', 'possible'], more: /^(?:points_.*|why)$/s },
  { kind: 'a list of pairs to label', columns: ['a', 'b', 'match'], more: /_[ab]$/, needsMore: true },
  {
    kind: CLUSTERS,
    columns: ['cluster', 'members', 'size', 'pairs'],
    more: /^(?:mean|min)(?:Similarity|Score)$/,
    needsMore: true,
  },
  { kind: REMOVED_KIND, columns: REMOVAL_COLUMNS, more: /^/ },
  { kind: REMOVED_KIND, columns: ['id', 'survivor'] },
  { kind: 'a list of matching prints', columns: ['probe', 'rank', 'print', 'score', 'matched'] },
  { kind: RECOMMENDATIONS, columns: ['customer', 'rank', 'item', ...LIKED] },
  { kind: RECOMMENDATIONS, columns: ['customer', 'rank', 'item', 'title', ...LIKED] },
  { kind: SIMILAR, columns: ['customer', 'rank', 'other', 'similarity'] },
  { kind: SIMILAR, columns: ['item', 'rank', 'other', 'similarity'] },
  {
    kind: CONTAMINATION,
    columns: ['status', 'benchmark', 'item', 'document', 'position', 'overlap', 'start', 'end'],
  },
  // JSON Lines have no field without a value: this is an item that was too short to be searched for.
  { kind: CONTAMINATION, columns: ['status', 'benchmark', 'item'] },
]

/**
 * The kind of table of this program that has exactly these columns, in this order; undefined if there is none.
 *
 * @param isCutOff whether more columns may follow that are not known
 */
export function ownTableKind(names: readonly string[], isCutOff = false): string | undefined {
  return OWN_TABLES.find((table) => isTable(table, names, isCutOff))?.kind
}

function isTable(
  { columns, more, needsMore }: OwnTable,
  names: readonly string[],
  isCutOff: boolean,
): boolean {
  // A single name is too common to identify a table.
  if (isCutOff && names.length > 1 && names.length <= columns.length) return startsWith(columns, names)
  if (!startsWith(names, columns)) return false
  const rest = names.slice(columns.length)
  if (rest.length === 0) return needsMore !== true
  return more !== undefined && rest.every((name) => more.test(name))
}

function startsWith(names: readonly string[], first: readonly string[]): boolean {
  return first.every((name, i) => names[i] === name)
}
