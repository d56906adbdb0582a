import { afterEach, describe, expect, it } from 'vitest'
import { IndexMismatch, InvalidOption, InvalidValue } from '../../src/model/errors.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import type { OpenOptions } from '../../src/store/open-index.js'
import type { QueryOptions, Store, StoreDocument } from '../../src/store/store.js'
import type { Outside } from '../outside.js'
import { titled } from '../outside.js'
import fc from '../property.js'
import { StoreModel } from './store-model.js'

/** Opens a store: one that nobody has used for a new name, the same again for the same name. */
export type OpenStore = (name: string, options?: OpenOptions) => Promise<Store>

/** A sentence of distinct words; documents that share sentences are similar, or contain one another. */
function sentence(number: number): string {
  return Array.from({ length: 24 }, (_, word) => `w${number}x${word}`).join(' ')
}

const texts = fc
  .oneof(
    { weight: 8, arbitrary: fc.array(fc.nat(7), { minLength: 1, maxLength: 9 }) },
    { weight: 2, arbitrary: fc.constantFrom([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5]) },
  )
  .map((numbers) => numbers.map(sentence).join(' '))
const textOrEmpty = fc.oneof({ weight: 12, arbitrary: texts }, { weight: 1, arbitrary: fc.constant(' \n') })
const ids = fc.constantFrom('a', 'b', 'c', 'é', '😀', '1', 1, 2.5, '', 'a\u0000b')
const documents = fc.record({ id: ids, text: textOrEmpty })
const queries = fc.constantFrom<QueryOptions>(
  { similarity: 'jaccard', threshold: 0.5 },
  { similarity: 'jaccard', threshold: 0.8, limit: 2 },
  { similarity: 'dice', threshold: 0.7 },
  { similarity: 'cosine', threshold: 0.75 },
  { similarity: 'containment', threshold: 0.85, limit: 3 },
)

type Step =
  | { readonly do: 'add'; readonly documents: readonly StoreDocument[] }
  | { readonly do: 'addIfNew'; readonly document: StoreDocument }
  | { readonly do: 'check'; readonly text: string; readonly limit: number }
  | { readonly do: 'query'; readonly text: string; readonly options: QueryOptions }
  | { readonly do: 'remove'; readonly ids: readonly (string | number)[] }
  | { readonly do: 'get'; readonly id: string | number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'stats' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    documents: fc.array(documents, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ do: fc.constant('addIfNew' as const), document: documents }),
  fc.record({ do: fc.constant('check' as const), text: textOrEmpty, limit: fc.constantFrom(1, 2, 10) }),
  fc.record({ do: fc.constant('query' as const), text: textOrEmpty, options: queries }),
  fc.record({ do: fc.constant('remove' as const), ids: fc.uniqueArray(ids, { maxLength: 3 }) }),
  fc.record({ do: fc.constant('get' as const), id: ids }),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 20 }) }),
  fc.constant({ do: 'stats' as const }),
)

/** Ways to build an index: with texts, with expiry, with a cap. */
const BUILDS: readonly OpenOptions[] = [
  { threshold: 0.5, recall: 0.9, containment: 0.8, shingle: { k: 2 } },
  { threshold: 0.5, recall: 0.9, containment: 0.8, shingle: { k: 1 }, keepTexts: true, seed: 7 },
  { threshold: 0.5, recall: 0.9, containment: 0.8, shingle: { k: 2 }, expiry: { maxAge: 40 } },
  {
    threshold: 0.5,
    recall: 0.9,
    containment: 0.8,
    shingle: { k: 2 },
    expiry: { maxAge: 60, maxIdle: 20, maxDocuments: 4 },
  },
]

async function runStep(store: Store, model: StoreModel, step: Step): Promise<readonly [unknown, unknown]> {
  switch (step.do) {
    case 'add':
      return [await store.addMany(step.documents), model.addMany(step.documents)]
    case 'addIfNew':
      return [await store.addIfNew(step.document), model.addIfNew(step.document)]
    case 'check':
      return [await store.check(step.text, { limit: step.limit }), model.check(step.text, step.limit)]
    case 'query': {
      const { text, options } = step
      // A single text and texts together may be looked up in different ways.
      const [single, together] = await Promise.all([
        store.query(text, options),
        store.queryMany([text, text], options),
      ])
      const expected = model.query(text, options)
      return [
        [single, ...together],
        [expected, expected, expected],
      ]
    }
    case 'remove':
      return [await store.remove(step.ids), model.remove(step.ids)]
    case 'get':
      return [await store.get(step.id), model.get(step.id)]
    case 'stats': {
      const { documents, empty } = await store.stats()
      return [{ documents, empty }, model.stats()]
    }
    case 'wait':
      return [undefined, undefined]
  }
}

/** What every store must do, compared with a plain list. */
export function testStore(
  name: string,
  { open, part = { path: '' }, runs = 25 }: { open: OpenStore; part?: Outside; runs?: number },
): void {
  let number = 0
  const opened: Store[] = []
  const fresh = () => `${name}-${process.pid}-${number++}`
  const openFresh = async (options?: OpenOptions, at = fresh()) => {
    const store = await open(at, options)
    opened.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  describe.skipIf(part.path === undefined)(titled(name, part), () => {
    it.each(BUILDS.map((build, i) => [i, build] as const))(
      'gives the answers of a plain list over random histories, build %i',
      async (_, build) => {
        await fc.assert(
          fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (history) => {
            let now = 1_000_000
            const store = await openFresh({ ...build, clock: () => now })
            const model = new StoreModel(store.parameters, store.expiry, () => now)
            for (const step of history) {
              if (step.do === 'wait') now += step.milliseconds
              const [got, expected] = await runStep(store, model, step)
              expect(got).toEqual(expected)
            }
            await opened.pop()!.close()
          }),
          { numRuns: runs },
        )
      },
    )

    it('lets exactly one of many equal documents win, whoever adds them', async () => {
      const store = await openFresh()
      const text = [1, 2, 3].map(sentence).join(' ')
      const claims = await Promise.all(Array.from({ length: 30 }, (_, id) => store.addIfNew({ id, text })))
      const winners = claims.flatMap(({ added }, id) => (added ? [id] : []))
      expect(winners).toHaveLength(1)
      for (const [id, { added, matches }] of claims.entries()) {
        if (id !== winners[0]) expect({ added, id: matches[0]?.id }).toEqual({ added: false, id: winners[0] })
      }
      expect((await store.stats()).documents).toBe(1)
    })

    it('keeps no two similar documents that are added at the same time', async () => {
      const store = await openFresh({ threshold: 0.5, shingle: { k: 1 } })
      const variants = Array.from({ length: 24 }, (_, i) => ({
        id: i,
        text: [i % 4, (i % 4) + 10, (i % 4) + 20, 100 + i].map(sentence).join(' '),
      }))
      const claims = await Promise.all(variants.map((document) => store.addIfNew(document)))
      const kept = variants.filter((_, i) => claims[i]!.added)
      for (const { id, text } of kept) {
        expect((await store.check(text)).matches.map((match) => match.id)).toEqual([id])
      }
      expect(kept).toHaveLength(4)
    })

    it('adds and removes documents of one content at once without losing either', async () => {
      const store = await openFresh()
      const text = sentence(1)
      await store.add({ id: 'first', text })
      await Promise.all([
        store.remove('first'),
        ...Array.from({ length: 10 }, (_, i) => store.add({ id: i, text })),
        ...Array.from({ length: 5 }, (_, i) => store.remove(i)),
      ])
      const { documents } = await store.stats()
      const { matches } = await store.check(text, { limit: 20 })
      expect(matches).toHaveLength(documents)
      expect(documents).toBeGreaterThanOrEqual(5)
      await store.remove(Array.from({ length: 10 }, (_, i) => i))
      expect((await store.check(text)).status).toBe('new')
    })

    it('keeps namespaces apart', async () => {
      const store = await openFresh()
      const mail = store.namespace('mail')
      await store.add({ id: 1, text: sentence(1) })
      await mail.add({ id: 1, text: sentence(2) })
      expect((await store.check(sentence(2))).status).toBe('new')
      expect((await mail.check(sentence(2))).status).toBe('identical')
      expect((await store.namespace('none').check(sentence(2))).status).toBe('new')
      expect(await store.namespaces()).toEqual(['', 'mail'])
      expect(await mail.remove(1)).toBe(1)
      expect((await store.stats()).documents).toBe(1)
    })

    it('gives the same answers after a snapshot is restored elsewhere, and the reverse', async () => {
      const options = { threshold: 0.5, keepTexts: true, shingle: { k: 2 } }
      const store = await openFresh(options)
      const all = Array.from({ length: 1200 }, (_, i) => ({
        id: i,
        text: [i, i + 1, i + 2].map(sentence).join(' '),
      }))
      await store.addMany([...all, { id: 'copy', text: all[7]!.text }, { id: 'empty', text: '' }])
      await store.namespace('mail').add({ id: 'a', text: sentence(5000) })
      const memory = await openMemoryStore(options)
      expect(await memory.restore(store.snapshot())).toBe(1203)
      const again = await openFresh(options)
      expect(await again.restore(memory.snapshot())).toBe(1203)
      for (const { text } of all.slice(0, 20))
        expect(await again.check(text)).toEqual(await store.check(text))
      expect(await again.get('copy')).toEqual(await store.get('copy'))
      expect(await again.namespace('mail').get('a')).toEqual(await store.namespace('mail').get('a'))
      expect((await again.stats()).documents).toBe(1202)
    })

    it('removes documents beyond the cap when a snapshot is restored', async () => {
      const store = await openFresh({ threshold: 0.5 })
      await store.addMany(Array.from({ length: 20 }, (_, id) => ({ id, text: sentence(id) })))
      const capped = await openFresh({ threshold: 0.5, expiry: { maxDocuments: 5 } })
      expect(await capped.restore(store.snapshot())).toBe(20)
      expect((await capped.stats()).documents).toBe(5)
    })

    it('stores its parameters, and rejects others', async () => {
      const at = fresh()
      const store = await open(at, { threshold: 0.6, seed: 3, expiry: { maxAge: 5 } })
      await store.add({ id: 1, text: sentence(1) })
      const { parameters } = store
      await store.close()
      const again = await openFresh({}, at)
      expect(again.parameters).toEqual(parameters)
      expect(again.expiry).toEqual({ maxAge: 5 })
      await again.close()
      opened.pop()
      await expect(open(at, { threshold: 0.7 })).rejects.toThrow(IndexMismatch)
      await expect(open(at, { shingle: { k: 3 } })).rejects.toThrow(/shingle/)
    })

    it('removes what has expired for good', async () => {
      let now = 1000
      const store = await openFresh({ clock: () => now, expiry: { maxAge: 10 } })
      await store.addMany(Array.from({ length: 50 }, (_, id) => ({ id, text: sentence(id) })))
      now += 10
      expect(await store.get(3)).toBeUndefined()
      await store.compact()
      now -= 10
      expect(await store.get(3)).toBeUndefined()
      expect((await store.stats()).documents).toBe(0)
    })

    it('refuses what it cannot store or find', async () => {
      const store = await openFresh({ containment: false })
      const text = sentence(1)
      await expect(store.add({ id: Number.NaN, text })).rejects.toThrow(InvalidValue)
      await expect(store.add({ id: 'x'.repeat(2000), text })).rejects.toThrow(/at most 1000 bytes/)
      await expect(store.add({ id: 1, text: 5 as unknown as string })).rejects.toThrow(InvalidValue)
      await expect(store.query(text, { threshold: 0.5 })).rejects.toThrow(/at least 0.8/)
      await expect(store.query(text, { threshold: Number.NaN })).rejects.toThrow(InvalidOption)
      await expect(store.query(text, { similarity: 'containment' })).rejects.toThrow(/no containment/)
      await expect(store.query(text, { limit: 0 })).rejects.toThrow(InvalidOption)
      await expect(store.check(text, { limits: 3 } as never)).rejects.toThrow(InvalidOption)
      expect((await store.stats()).documents).toBe(0)
    })
  })
}
