import { cannotKeep } from '../data/kept-list.js'

/** Says that what the reader did will be lost, where the browser keeps nothing. */
export function NotKept() {
  if (!cannotKeep.value) return null
  return (
    <span class="warning" role="note">
      The browser does not let this page store anything: save before you close it.
    </span>
  )
}
