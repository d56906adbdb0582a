import { describe, expect, it } from 'vitest'
import { InvalidOption } from '../../dist/public/errors.js'
import { dedup, explain, find, join, probe, recluster, restore } from '../../dist/public/node.js'
import { ARTICLES } from '../cli/likewise.js'

const BAD = 'some\0where'
const FILES = { kept: '/none/kept.jsonl', removed: '/none/removed.jsonl', manifest: '/none/manifest.json' }
const documents = [{ text: 'one' }]

/** Each path that a program can hand over. */
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the source of find': () => find(BAD),
  'one of several sources': () => find([ARTICLES, BAD]),
  'against of find': () => find(documents, { against: BAD }),
  'runDir of find': () => find(documents, { runDir: BAD }),
  'temporary of find': () => find(documents, { temporary: BAD }),
  'the source of explain': () => explain(BAD),
  'temporary of explain': () => explain(documents, { temporary: BAD }),
  'the source of dedup': () => dedup(BAD),
  'kept of dedup': () => dedup(documents, { write: { ...FILES, kept: BAD } }),
  'removed of dedup': () => dedup(documents, { write: { ...FILES, removed: BAD } }),
  'manifest of dedup': () => dedup(documents, { write: { ...FILES, manifest: BAD } }),
  'the manifest of restore': () => restore(BAD),
  'out of restore': () => restore('/none/manifest.json', { out: BAD }),
  'output of restore': () => restore('/none/manifest.json', { output: BAD }),
  'the run of recluster': () => recluster(BAD, { threshold: 0.9 }),
  'the sets of join': () => join(BAD, { threshold: 0.5 }),
  'runDir of join': () => join([{ items: ['a'] }], { threshold: 0.5, runDir: BAD }),
  'temporary of join': () => join([{ items: ['a'] }], { threshold: 0.5, temporary: BAD }),
  'the queries of probe': () => probe([{ items: ['a'] }], BAD, { threshold: 0.5 }),
}

describe('a path with a NUL character', () => {
  it.each(Object.entries(CALLS))('is an invalid option: %s', async (_, call) => {
    await expect(call()).rejects.toThrow(InvalidOption)
  })
})

describe('files of dedup that are not named', () => {
  it('are an invalid option', async () => {
    const { manifest: _, ...others } = FILES
    await expect(dedup(documents, { write: others as typeof FILES })).rejects.toThrow(
      'invalid write.manifest',
    )
  })
})
