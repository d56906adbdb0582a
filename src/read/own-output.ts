// What this program writes is recognized by its content, so that a folder or a glob can hold results beside the data. Only what
// has exactly the fields of an output, in their order, counts: records with one field more are somebody's data.

const ID = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)`

/** How outputs begin that say what they are. */
const NAMED: readonly (readonly [kind: string, beginning: RegExp])[] = [
  ['a manifest of dedup', /^\{\s*"format"\s*:\s*"likewise-manifest"/],
  ['a file of a run directory', /^\{\s*"format"\s*:\s*"likewise-run"/],
  ['a plan', /^\{\s*"format"\s*:\s*"likewise-plan"/],
]

const REMOVED = 'a list of documents removed by dedup'
const PAIRS = 'a list of pairs'
const CLUSTERS = 'a list of clusters'

/** Before the document that was removed, or before its own columns. */
const REMOVAL = ['position', 'id', 'survivor', 'similarity', 'reason']

/** How records begin that may be longer than what is looked at. */
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
 * What kind of output of this program a file is, by its first characters; undefined: none.
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

/** The columns of a first line: what this program writes has simple names, quoted only by others. */
function kindOfColumns(line: string): string | undefined {
  const first = line.replace(/\r$/, '')
  const delimiter = /[^\w" .-]/.exec(first)?.[0]
  if (delimiter === undefined) return undefined
  return kindOfNames(first.split(delimiter).map((name) => name.replace(/^"(.*)"$/s, '$1')))
}

/** The names of the fields of a record; undefined: the line is cut, or no record. */
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
