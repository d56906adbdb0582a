import { useRef, useState } from 'preact/hooks'
import { printable } from './format.js'

/** A command to copy. */
export function CommandBar({ command }: { command: string }) {
  const code = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command)
      setCopied(command)
    } catch {
      // Without access to the clipboard, the reader can copy the selection.
      getSelection()?.selectAllChildren(code.current!)
    }
  }
  return (
    <p class="bar">
      <code ref={code}>{printable(command)}</code>
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{copied === command && 'Copied'}</span>
    </p>
  )
}
