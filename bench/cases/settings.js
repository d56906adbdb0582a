// @ts-check
// The settings of every case, and the files that it may write.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Settings
 * @property {number | undefined} size documents of the case; each case has its own default
 * @property {number} repetitions
 * @property {number} threshold
 * @property {number} recall
 * @property {number | undefined} first documents among which exact truth is found
 * @property {string} only the peers whose names hold this; all hold the empty string
 * @property {string} program of Likewise
 * @property {number | undefined} workers of Likewise; by default it chooses
 * @property {string | undefined} master of Spark
 * @property {readonly string[]} sparkConf settings of Spark, NAME=VALUE
 * @property {readonly number[] | undefined} sizes of several inputs
 * @property {(line: string) => void} say progress
 */

const FOLDER = fileURLToPath(new URL('../../.cache/bench/', import.meta.url))

/** @param {string} name of a scratch file or folder */
export function scratch(name) {
  mkdirSync(FOLDER, { recursive: true })
  return `${FOLDER}${name}`
}
