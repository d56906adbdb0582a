import type { Print } from '../../apps/fingerprints/print.js'
import type { Cluster } from '../../model/cluster.js'
import type { PairBatch } from '../../model/pair.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Column } from '../../write/column.js'
import type { Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import type { Written } from '../../write/written.js'
import type { Found } from './report.js'

/** Writes pairs of prints with their scores. */
export async function writePrintPairs(
  output: Output,
  prints: readonly Print[],
  pairs: PairBatch,
  lifetime: Lifetime,
): Promise<Written> {
  const columns: readonly Column[] = [
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
    { name: 'score', type: 'number' },
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (let i = 0; i < pairs.count; i++) {
      await writer.write({
        a: prints[pairs.a[i]!]!.id,
        b: prints[pairs.b[i]!]!.id,
        score: pairs.similarity[i]!,
      })
    }
  })
}

/** Writes the clusters of prints connected by pairs; each should be one finger. */
export async function writePrintClusters(
  output: Output,
  prints: readonly Print[],
  clusters: readonly Cluster[],
  lifetime: Lifetime,
): Promise<Written> {
  const columns: readonly Column[] = [
    { name: 'cluster', type: 'integer' },
    { name: 'members', type: 'json' },
    { name: 'size', type: 'integer' },
    { name: 'pairs', type: 'integer' },
    { name: 'minScore', type: 'number' },
    { name: 'meanScore', type: 'number' },
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (const [cluster, { members, pairs, minSimilarity, meanSimilarity }] of clusters.entries()) {
      await writer.write({
        cluster,
        members: members.map((member) => prints[member]!.id),
        size: members.length,
        pairs,
        minScore: minSimilarity,
        meanScore: meanSimilarity,
      })
    }
  })
}

/** Writes the matches of each probe, best first. */
export async function writeMatches(
  output: Output,
  found: readonly Found[],
  lifetime: Lifetime,
): Promise<Written> {
  const columns: readonly Column[] = [
    { name: 'probe', type: 'string' },
    { name: 'rank', type: 'integer' },
    { name: 'print', type: 'string' },
    { name: 'score', type: 'number' },
    { name: 'matched', type: 'integer' },
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (const { probe, matches } of found) {
      for (const [i, { print, score, matched }] of matches.entries()) {
        await writer.write({ probe: probe.id, rank: i + 1, print: print.id, score, matched })
      }
    }
  })
}
