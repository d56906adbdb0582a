// The library and the command line answer the same question in the same way, whatever the documents and the options.

import { readFileSync } from 'node:fs'
import { type FindOptions, findSimilar, type Plan } from 'likewise'
import { describe, expect, it } from 'vitest'
import { CORPORA } from '../../bench/corpora.js'
import { ARTICLES, asLines, jsonLines, Workspace } from './likewise.js'

type Document = { id: string | number; text: string }

function generated(name: string, size: number): Document[] {
  return Array.from(CORPORA[name]!(size), ({ text }, id) => ({ id, text }))
}

// The last is larger than what a plan looks at as a whole: 4,096 documents.
const COLLECTIONS: Record<string, () => Document[]> = {
  'two documents': () => [
    {
      id: 'a',
      text: 'The ferry to the islands will not sail on Monday because of the storm, the harbour said.',
    },
    {
      id: 'b',
      text: 'The ferry to the islands will not sail on Monday because of the storm, the mayor said.',
    },
  ],
  'sample articles': () => jsonLines(readFileSync(ARTICLES, 'utf8')) as Document[],
  boilerplate: () => generated('boilerplate', 400),
  'one page and its variants': () => generated('skew', 500),
  'short messages': () => generated('short', 5000),
}

const REQUEST: readonly FindOptions[] = [
  {},
  { threshold: 0.5 },
  { threshold: 0.6, recall: 0.9, method: 'bands', seed: 3 },
]

function argumentsOf({ threshold, recall, method, seed }: FindOptions): string[] {
  return Object.entries({ threshold, recall, method, seed }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
}

describe.concurrent('the library finds what the command line finds', () => {
  for (const [name, make] of Object.entries(COLLECTIONS)) {
    it(name, async () => {
      const documents = make()
      const workspace = new Workspace()
      workspace.write('in.jsonl', asLines(documents))
      for (const request of REQUEST) {
        const args = [
          'find',
          'in.jsonl',
          '--id',
          'id',
          '-w',
          '1',
          '--pairs',
          'pairs.jsonl',
          '--json',
          '--force',
        ]
        const { code, stdout } = await workspace.run([...args, ...argumentsOf(request)])
        expect(code).toBe(0)
        const { pairs, plan } = findSimilar(documents, request)
        expect(plan).toEqual((JSON.parse(stdout) as { plan: Plan }).plan)
        expect(pairs).toEqual(workspace.rows('pairs.jsonl'))
        if (name === 'two documents' && request.threshold === 0.5) expect(pairs).toHaveLength(1)
      }
    })
  }
})
