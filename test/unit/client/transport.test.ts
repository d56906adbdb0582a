import { expect, it } from 'vitest'
import { LikewiseClient } from '../../../src/client/client.js'

/** A client of a server that fails once, and the paths of the requests that it got. */
function failingOnce(code: string) {
  const paths: string[] = []
  const answers = { '/v1/query': { matches: [] }, '/v1/add': { added: 1, replaced: 0, empty: 0 } }
  const client = new LikewiseClient('http://server', {
    fetch: async (input) => {
      const { pathname } = new URL(String(input))
      paths.push(pathname)
      if (paths.length > 1) return Response.json(answers[pathname as keyof typeof answers] ?? {})
      return Response.json(
        { error: { code, message: 'not now', hint: 'try again' } },
        { status: 503, headers: { 'retry-after': '0.01' } },
      )
    },
  })
  return { client, paths }
}

it('repeats what a busy server did not begin', async () => {
  const { client, paths } = failingOnce('busy')
  expect(await client.add({ id: 1, text: 'a' })).toMatchObject({ added: 1 })
  expect(paths).toHaveLength(2)
})

it('repeats a lookup that the store of the server did not answer', async () => {
  const { client, paths } = failingOnce('store-unavailable')
  expect(await client.query('a')).toEqual([])
  expect(paths).toHaveLength(2)
})

it.each([
  ['add', (client: LikewiseClient) => client.add({ id: 1, text: 'a' })],
  ['addMany', (client: LikewiseClient) => client.addMany([{ id: 1, text: 'a' }])],
  ['addIfNew', (client: LikewiseClient) => client.addIfNew({ id: 1, text: 'a' })],
  ['remove', (client: LikewiseClient) => client.remove(1)],
  ['restore', (client: LikewiseClient) => client.restore(new Blob(['a']))],
])('does not repeat %s if the store may have made the change', async (_, call) => {
  const { client, paths } = failingOnce('store-unavailable')
  await expect(call(client)).rejects.toMatchObject({ code: 'store-unavailable' })
  expect(paths).toHaveLength(1)
})

it('long requests have no timeout', async () => {
  const timed: Record<string, boolean> = {}
  const client = new LikewiseClient('http://server', {
    fetch: async (input, init) => {
      timed[new URL(String(input)).pathname] = init?.signal !== undefined
      return Response.json({})
    },
  })
  await Promise.all([client.explain([{ path: 'a' }]), client.compact(), client.tune()])
  expect(timed).toEqual({ '/v1/explain': false, '/v1/compact': false, '/v1/tune': true })
})
