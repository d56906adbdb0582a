import { publint } from 'publint'
import { expect, it } from 'vitest'
import { ROOT } from './markdown.js'

it('the package is packed as its readers expect: no error and no warning of publint', async () => {
  const { messages } = await publint({ pkgDir: ROOT, strict: true })
  expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([])
})
