import { compareWithin } from '../../engine/inline/compare.js'
import { find } from '../../node/find.js'
import { type AllowedFolders, searchAllowed } from '../allowed-folders.js'
import type { MemoryBudget } from '../memory-budget.js'
import type { Namespaces } from '../namespaces.js'
import { THRESHOLD_AND_RECALL } from '../routes/search-values.js'
import { ID, LIMIT, NAMESPACE, SHINGLE, textOf } from '../routes/values.js'
import { object, type Schema, text, whole } from '../schema.js'
import type { Limits } from '../settings.js'

/** What the tools operate on. */
export interface ToolContext {
  readonly namespaces: Namespaces
  readonly folders: AllowedFolders
  /** Undefined if memory is not limited. */
  readonly memory?: MemoryBudget | undefined
  /** How searches run. */
  readonly running?: { readonly workers?: number; readonly memory?: number }
}

/** A call of a tool. */
export interface ToolCall extends ToolContext {
  /** Aborted when the client no longer wants the answer. */
  readonly signal: AbortSignal
  /** Runs searches of files one after the other: each may use the memory and the cores that there are. */
  readonly inTurn: <Result>(search: () => Promise<Result>) => Promise<Result>
}

/** A tool for agents: its name, its input, and what it does. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly isReadOnly: boolean
  readonly run: (input: never, call: ToolCall) => Promise<object> | object
}

function tool<Input>(row: {
  readonly name: string
  readonly description: string
  readonly input: Schema<Input>
  readonly isReadOnly: boolean
  readonly run: (input: Input, call: ToolCall) => Promise<object> | object
}): Tool {
  return row as Tool
}

/** The number of clusters that are returned by default. */
const DEFAULT_CLUSTERS = 20
/** The maximum number of members listed per cluster, because an agent reads all of them. */
const MAX_MEMBERS = 100

export function makeTools(limits: Limits): readonly Tool[] {
  return [
    tool({
      name: 'check_duplicate',
      description:
        'Check whether a text is already in the index. Returns new, identical, similar or contained, with the matching documents and their verified similarity. Stores nothing; if the index removes documents that are not used, the matching ones count as used.',
      isReadOnly: true,
      input: object({ text: textOf(limits) }, { namespace: NAMESPACE, limit: LIMIT }),
      run: ({ text: query, namespace, ...options }, { namespaces }) =>
        namespaces.of(namespace).check(query, options),
    }),
    tool({
      name: 'add',
      description:
        'Add a text to the index under an id, unless it is a duplicate. For a duplicate, nothing is added, and the matching documents are returned.',
      isReadOnly: false,
      input: object({ id: ID, text: textOf(limits) }, { namespace: NAMESPACE, limit: LIMIT }),
      run: ({ id, text: given, namespace, ...options }, { namespaces, memory }) => {
        memory?.admit()
        return namespaces.of(namespace).addIfNew({ id, text: given }, options)
      },
    }),
    tool({
      name: 'find_duplicates',
      description:
        'Find clusters of near-duplicate documents in a file or folder (JSON Lines, JSON, CSV, TSV, Parquet, text, HTML) inside an allowed folder. Changes nothing.',
      isReadOnly: true,
      input: object(
        {
          path: text({
            minLength: 1,
            maxLength: 4096,
            description: 'A file or folder in an allowed folder',
          }),
        },
        {
          threshold: THRESHOLD_AND_RECALL.threshold,
          limit: whole(1, 1000, {
            default: DEFAULT_CLUSTERS,
            description: 'The maximum number of clusters to return',
          }),
        },
      ),
      run({ path, threshold, limit }, { folders, running, signal, inTurn }) {
        const files = folders.filesOf(path)
        const options = { ...running, signal, ...(threshold !== undefined && { threshold }) }
        return inTurn(() => searchAllowed(folders, files, () => findClusters(files, options, limit)))
      },
    }),
    tool({
      name: 'compare',
      description:
        'Compare two texts: their similarity, how much of each is contained in the other, and the shingles that they share.',
      isReadOnly: true,
      input: object({ a: textOf(limits), b: textOf(limits) }, { shingle: SHINGLE }),
      run: ({ a, b, ...options }) => compareWithin(limits.maxListed, a, b, options),
    }),
  ]
}

async function findClusters(
  files: readonly string[],
  options: Parameters<typeof find>[1],
  limit = DEFAULT_CLUSTERS,
): Promise<object> {
  await using found = await find(files, options)
  const clusters: object[] = []
  for await (const { members, ...rest } of found.clusters()) {
    clusters.push({ ...rest, size: members.length, members: members.slice(0, MAX_MEMBERS) })
    if (clusters.length === limit) break
  }
  const { documents, pairs, clusters: total } = found.summary
  return { documents, pairs, clusters, totalClusters: total }
}
