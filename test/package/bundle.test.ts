// What a browser has to load for the calls that it makes.

import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { STOP_WORD_LISTS } from '../../src/text/stop-word-lists.js'
import { ROOT } from './markdown.js'

async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
  })
  return outputFiles[0]!.text
}

/** The languages whose list is in a bundle. */
function listed(code: string): string[] {
  return Object.entries(STOP_WORD_LISTS).flatMap(([name, list]) => (code.includes(list) ? [name] : []))
}

describe('a bundle', () => {
  it('of findSimilar has no list of stop words but the English one, and stays small', async () => {
    const code = await bundle("export { findSimilar } from 'likewise'")
    expect(listed(code)).toEqual(['en'])
    expect(code.length).toBeLessThan(95_500)
    expect(gzipSync(code).length).toBeLessThan(36_200)
  })

  it('of everything has none either', async () => {
    const code = await bundle("export * from 'likewise'")
    expect(listed(code)).toEqual(['en'])
  })

  it('includes the lists if they are requested', async () => {
    const code = await bundle("export { stopWords } from 'likewise/stop-words'")
    expect(listed(code)).toEqual(Object.keys(STOP_WORD_LISTS))
  })

  it('of the client of the server is the client', async () => {
    expect((await bundle("export { LikewiseClient } from 'likewise/client'")).length).toBeLessThan(8000)
  })

  it('of a distance is a distance', async () => {
    expect((await bundle("export { jaccardSimilarity } from 'likewise/distance'")).length).toBeLessThan(3000)
  })
})
