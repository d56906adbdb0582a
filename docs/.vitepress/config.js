// @ts-check
// The documentation site: the Markdown of docs/, with local search. Built by `npm run docs` into docs/.vitepress/dist.
// A link to a page that does not exist fails the build; test/package/docs.test.ts checks links to pages and headings without building.

import { posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { sidebar } from './sidebar.js'

const REPOSITORY = 'https://github.com/likewise/likewise'

export default defineConfig({
  title: 'Likewise',
  description: 'Finds near-duplicate documents, similar sets, and records that describe the same thing.',
  cleanUrls: true,
  lastUpdated: false,
  head: [['meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }]],
  // docs/index.md names its picture from the root of the site.
  vite: { publicDir: 'pictures', build: { chunkSizeWarningLimit: 4096 } },
  markdown: {
    config(md) {
      md.core.ruler.push('links-out-of-docs', ({ tokens, env }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const target = token.type === 'link_open' && token.attrGet('href')
            if (target) token.attrSet('href', toRepository(target, env.relativePath))
          }
      })
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/' },
      { text: 'Reference', link: '/reference/api' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Decisions', link: '/decisions/' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path` },
  },
})

/**
 * Files outside docs/, such as records of benchmarks, are shown by the repository.
 * @param {string} target
 * @param {string} page its path in docs/
 */
function toRepository(target, page) {
  if (/^([a-z]+:|#|\/)/i.test(target)) return target
  const path = posix.join('docs', posix.dirname(page), target)
  return path.startsWith('docs/') ? target : `${REPOSITORY}/blob/main/${path}`
}
