/// <reference types="node" />
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The empty folders below the inputs that are folders, except hidden ones. */
export function emptyFolders(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => below(input, false)).sort()
}

function below(folder: string, isInside: boolean): string[] {
  const entries = entriesOf(folder)
  if (entries === undefined) return []
  if (entries.length === 0) return isInside ? [folder] : []
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => below(join(folder, name), true))
}

/** Undefined if it is not a folder, or cannot be listed: then nothing of it was read either. */
function entriesOf(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}
