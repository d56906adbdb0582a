/// <reference types="node" />
import { basename, join, normalize, sep } from 'node:path'

/**
 * Where each input is restored, relative to the folder of the restored files. Files found in a folder stay in a folder of that name;
 * other files keep their paths below their deepest common folder.
 *
 * @param names of the inputs, as the program reports them
 * @param operands as given on the command line: files, folders and globs
 * @example restoredNames(['pages/a/1.html', 'data/x.jsonl'], ['pages', 'data/x.jsonl']) // pages/a/1.html, x.jsonl
 */
export function restoredNames(names: readonly string[], operands: readonly string[]): Map<string, string> {
  const folders = operands.map((operand) => `${normalize(operand).replace(/(?<=.)[\\/]+$/, '')}`)
  const restored = new Map<string, string>()
  const others: string[] = []
  for (const name of names) {
    const folder = folders.find((one) => one === '.' || normalize(name).startsWith(one + sep))
    if (folder === undefined) others.push(name)
    else if (folder === '.') restored.set(name, normalize(name))
    else restored.set(name, join(basename(folder), normalize(name).slice(folder.length + 1)))
  }
  const parts = others.map((name) => normalize(name).split(sep))
  const shared = sharedFolders(parts)
  for (const [i, name] of others.entries()) restored.set(name, parts[i]!.slice(shared).join(sep))
  return restored
}

/** The number of folders that all paths have in common. */
function sharedFolders(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths
  let shared = 0
  while (
    shared < first.length - 1 &&
    paths.every((path) => path.length - 1 > shared && path[shared] === first[shared])
  ) {
    shared++
  }
  return shared
}
