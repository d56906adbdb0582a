// The keys of --json, as docs/reference/json-output.md lists them and as a command prints them.

import { readPage } from '../package/markdown.js'

/** A table of the page: the commands it is for, none for all, and the keys it lists. */
export interface Section {
  readonly commands: readonly string[]
  readonly keys: Set<string>
}

export function sectionsOfPage(): Section[] {
  const sections: Section[] = []
  for (const line of readPage('docs/reference/json-output.md').split('\n')) {
    const heading = /^## (?:.*: )?(.*)$/.exec(line)?.[1]
    if (heading !== undefined)
      sections.push({ commands: heading === 'Every command' ? [] : heading.split(', '), keys: new Set() })
    const cell = /^\| (`.*?) \| /.exec(line)?.[1] ?? ''
    for (const [, key] of cell.matchAll(/`([^`]+)`/g)) sections.at(-1)!.keys.add(key!)
  }
  return sections
}

/** Every key of a value, as the page writes it: `written[].path`. */
export function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = at === '' ? name : `${at}.${name}`
    return [key, ...keysOf(inner, key)]
  })
}

/** The printed keys that the page does not list for a command. A key that has keys of its own need not be listed itself. */
export function unlistedKeys(
  command: string,
  printed: Iterable<string>,
  sections = sectionsOfPage(),
): string[] {
  const listed = sections
    .filter(({ commands }) => commands.length === 0 || commands.includes(command))
    .flatMap(({ keys }) => [...keys])
  const known = new Set(listed.flatMap((key) => [key, ...parentsOf(key)]))
  return [...printed].filter((key) => !known.has(key))
}

function parentsOf(key: string): string[] {
  const parts = key.split('.')
  return parts.slice(1).map((_, i) =>
    parts
      .slice(0, i + 1)
      .join('.')
      .replace(/\[\]$/, ''),
  )
}
