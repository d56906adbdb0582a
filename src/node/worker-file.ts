/// <reference types="node" />
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The file of a thread. In compiled code, it is next to the module that starts it; when run from source, the built file is used.
 *
 * @param from the `import.meta.url` of the module that starts it
 */
export function workerFile(name: string, from: string): URL {
  const file = new URL(name, from)
  return existsSync(fileURLToPath(file)) ? file : new URL(file.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/'))
}
