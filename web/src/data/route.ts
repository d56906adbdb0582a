import { signal } from '@preact/signals'

/** Where the reader is: a view and what it shows. Stored in the URL hash, so that Back works even for a local file. */
export interface Route {
  readonly hash: string
  readonly view: string
  readonly args: readonly string[]
}

export const route = signal<Route>(parse())

addEventListener('hashchange', () => {
  route.value = parse()
  scrollTo(0, 0)
})

function parse(): Route {
  const { hash } = location
  const [view = '', ...args] = hash.replace(/^#\/?/, '').split('/')
  return { hash, view, args }
}

export function go(...parts: readonly (string | number)[]): void {
  location.hash = `#/${parts.join('/')}`
}
