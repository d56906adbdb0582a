/// <reference types="node" />
import { rmdirSync } from 'node:fs'
import type { Lifetime } from '../temporary/lifetime.js'
import { removedIfEmptyAtExit } from '../temporary/node-leftovers.js'
import { makeFolder } from './node-make-folder.js'

/** Creates a folder for outputs; if the work fails, the folder is removed if it is empty. */
export async function inFolder<Result>(
  path: string | undefined,
  lifetime: Lifetime,
  work: () => Promise<Result>,
): Promise<Result> {
  const isNew = path !== undefined && makeFolder(path)
  if (!isNew) return work()
  const release = lifetime.onEnd(() => remove(path))
  const keep = removedIfEmptyAtExit(path)
  try {
    return await work()
  } catch (error) {
    remove(path)
    throw error
  } finally {
    release()
    keep()
  }
}

function remove(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // The folder is not empty.
  }
}
