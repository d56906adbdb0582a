// The program's own output is recognized by its content, so that a folder or a glob can contain results next to the data. Only files with
// exactly the fields of an output, in their order, count: records with an additional field are the user's data.

const ID = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)`

/** How outputs begin that identify themselves. */
const NAMED: readonly (readonly [kind: string, beginning: RegExp])[] = [
  ['a manifest of dedup', /^\{\s*"format"\s*:\s*"likewise-manifest"/],
  ['a file of a run directory', /^\{\s*"format"\s*:\s*"likewise-run"/],
  ['a plan', /^\{\s*"format"\s*:\s*"likewise-plan"/],
]

const REMOVED = 'a list of documents removed by dedup'
const PAIRS = 'a list of pairs'
const CLUSTERS = 'a list of clusters'

/** The fields before the removed document, or before its own columns. */
const REMOVAL = ['position', 'id', 'survivor', 'similarity', 'reason']

/** How records begin that may be longer than the inspected part. */
const LONG: readonly (readonly [kind: string, beginning: RegExp])[] = [
  [
    REMOVED,
    new RegExp(
      String.raw`^\{"position":\d+,"id":${ID},"survivor":${ID},"similarity":[\d.eE+-]+,"reason":"[a-z-]+","document":\{`,
      's',
    ),
  ],
  [CLUSTERS, new RegExp(String.raw`^\{"cluster":\d+,"members":\[(?:${ID},)*[^\]]*$`, 's')],
]

/** The fields of pairs: of find and join; of find with two sides; of fingerprints; of plagiarism. */
const PAIR_FIELDS = [
  ['a', 'b', 'similarity'],
  ['a', 'b', 'similarity', 'against'],
  ['a', 'b', 'score'],
  [
    ...['a', 'b', 'score', 'content', 'runs', 'jaccard', 'aInB', 'bInA', 'copiedA', 'copiedB'],
    ...['longest', 'verbatim', 'passages'],
  ],
]

/** What match writes before the points of each field, and after them with --explain. */
const MATCH_FIELDS = ['a', 'b', 'score', 'points', 'possible']
const OF_A_FIELD = /^(?:points_.*|why)$/s

const CLUSTER_FIELDS = ['cluster', 'members', 'size', 'pairs']
const OF_SIMILARITIES = /^(?:least|mean|min)(?:Similarity|Score)$/

/**
 * The kind of output of this program that a file is, by its first characters; undefined if it is none.
 *
 * @example ownOutput('{"a":0,"b":2,"similarity":1}') // 'a list of pairs'
 */
export function ownOutput(head: string): string | undefined {
  // A table may begin with a line that names its delimiter.
  const text = head.trimStart().replace(/^"?sep=."?\r?\n/i, '')
  const named = NAMED.find(([, beginning]) => beginning.test(text))
  if (named !== undefined) return named[0]
  const [line = ''] = text.split('\n', 1)
  if (!line.startsWith('{')) return kindOfColumns(line)
  const names = namesIn(line)
  if (names === undefined) return LONG.find(([, beginning]) => beginning.test(line))?.[0]
  return isList(names, [...REMOVAL, 'document']) ? REMOVED : kindOf(names)
}

/** By the names of the columns of a table. */
export function kindOfNames(names: readonly string[]): string | undefined {
  return isList(names.slice(0, REMOVAL.length), REMOVAL) ? REMOVED : kindOf(names)
}

function kindOf(names: readonly string[]): string | undefined {
  if (PAIR_FIELDS.some((fields) => isList(names, fields))) return PAIRS
  if (startsWith(names, MATCH_FIELDS) && rest(names, MATCH_FIELDS).every((name) => OF_A_FIELD.test(name)))
    return PAIRS
  const isClusters =
    startsWith(names, CLUSTER_FIELDS) &&
    names.length > CLUSTER_FIELDS.length &&
    rest(names, CLUSTER_FIELDS).every((name) => OF_SIMILARITIES.test(name))
  return isClusters ? CLUSTERS : undefined
}

/** The columns of a first line: this program writes simple names, which only other programs quote. */
function kindOfColumns(line: string): string | undefined {
  const first = line.replace(/\r$/, '')
  const delimiter = /[^\w" .-]/.exec(first)?.[0]
  if (delimiter === undefined) return undefined
  return kindOfNames(first.split(delimiter).map((name) => name.replace(/^"(.*)"$/s, '$1')))
}

/** The field names of a record; undefined if the line is cut off, or is not a record. */
function namesIn(line: string): string[] | undefined {
  try {
    return Object.keys(JSON.parse(line) as object)
  } catch {
    return undefined
  }
}

function startsWith(names: readonly string[], fields: readonly string[]): boolean {
  return isList(names.slice(0, fields.length), fields)
}

function rest(names: readonly string[], fields: readonly string[]): readonly string[] {
  return names.slice(fields.length)
}

function isList(names: readonly string[], fields: readonly string[]): boolean {
  return names.length === fields.length && names.every((name, i) => name === fields[i])
}
