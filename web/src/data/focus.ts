let before = location.hash

/**
 * Moves the keyboard focus into the view that was opened: to the link that led to the previous view if the reader came back, otherwise to
 * the heading. Without this, the browser would start again at the top of the page.
 *
 * @param to the hash of the view that is shown; the address may be ahead of it
 */
export function focusAfterNavigation(to: string): void {
  const from = before
  before = to
  if (from === to) return
  const followed = document.querySelector<HTMLElement>(
    `main :is(.graph, table) a[href=${JSON.stringify(from)}]`,
  )
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  ;(followed ?? heading)?.focus({ preventScroll: followed === null })
}
