import { printable } from './format.js'

/** A command to copy. */
export function CommandBar({ command }: { command: string }) {
  return (
    <p class="bar">
      <code>{printable(command)}</code>
      <button type="button" onClick={() => navigator.clipboard?.writeText(command)}>
        Copy
      </button>
    </p>
  )
}
