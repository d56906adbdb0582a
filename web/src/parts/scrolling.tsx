import type { ComponentChildren } from 'preact'

/** A wide table that scrolls on its own, also with the keyboard. */
export function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scrolling" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
