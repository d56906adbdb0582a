import { isStorageRefused } from '../data/kept-list.js'

/** Warns that the reader's work will be lost, if the browser stores nothing. */
export function NotKept() {
  if (!isStorageRefused.value) return null
  return (
    <span class="warning" role="note">
      The browser does not let this page store anything: save before you close it.
    </span>
  )
}
