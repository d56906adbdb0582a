// @ts-check
// The pages in the order of their index pages, so that there is one list to maintain.

import { readFileSync } from 'node:fs'

/** @typedef {{ text: string, link: string }} Entry */

/**
 * The lists of links of a page, under the bold lines or headings above them.
 * @param {string} page its path in docs/
 * @param {string} title for links with nothing above them
 */
function groupsOf(page, title) {
  const folder = page.slice(0, page.lastIndexOf('/') + 1)
  /** @type {{ text: string, items: Entry[] }[]} */
  const groups = []
  let text = title
  for (const line of readFileSync(new URL(`../${page}`, import.meta.url), 'utf8').split('\n')) {
    text = /^(?:\*\*|## )(.+?)(?:\*\*)?$/.exec(line)?.[1] ?? text
    const [, name, target] = /^- \[([^\]]+)\]\(([^)]+)\.md\)/.exec(line) ?? []
    if (name === undefined || target === undefined) continue
    if (groups.at(-1)?.text !== text) groups.push({ text, items: [] })
    groups.at(-1)?.items.push({ text: name, link: new URL(target, `file:///${folder}`).pathname })
  }
  return groups
}

const guide = groupsOf('guide/index.md', 'Guide')

export const sidebar = {
  '/guide/': guide,
  '/benchmarks': guide,
  '/reference/': groupsOf('reference/index.md', 'Reference'),
  '/decisions/': groupsOf('decisions/index.md', 'Decisions'),
}
