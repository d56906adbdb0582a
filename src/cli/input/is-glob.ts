/// <reference types="node" />
import { existsSync } from 'node:fs'

/**
 * Whether an input is a glob and can mean any number of files. A path that exists is not a glob, whatever it looks like: shells pass the
 * names of files such as `notes[1].jsonl` as they are.
 */
export function isGlob(input: string): boolean {
  return /[*?[\]{}!()]/.test(input) && !existsSync(input)
}
