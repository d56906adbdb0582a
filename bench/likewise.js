// @ts-check
// Runs `likewise find` in its own process.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measure } from './measure.js'

/** The program of this checkout; another one can be passed, to compare two versions. */
export const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

/** @typedef {{ program: string, threshold: number, recall: number, workers?: number | undefined, more?: readonly string[] }} Request `more`: further arguments */
/** @typedef {{ documents: number, empty: number, identical: number, candidates: number, pairs: number, clusters: number, spilledBytes: number, plan: { method: string } }} Summary */

/**
 * The arguments of node for one search.
 *
 * @param {string} corpus
 * @param {string} pairs
 * @param {Request} request
 */
function findArgs(corpus, pairs, { program, threshold, recall, workers, more = [] }) {
  const args = [program, 'find', corpus, '--threshold', `${threshold}`, '--recall', `${recall}`]
  if (workers !== undefined) args.push('--workers', `${workers}`)
  return [...args, '--pairs', pairs, '--force', ...more, '--json']
}

/**
 * @param {string} corpus
 * @param {string} pairs the file to write, JSON Lines
 * @param {Request} request
 */
export function runLikewise(corpus, pairs, request) {
  if (!existsSync(request.program)) throw new Error(`${request.program} is not there: npm run build`)
  return measure(process.execPath, findArgs(corpus, pairs, request))
}

/**
 * The summary that the program prints.
 *
 * @param {string} output
 * @returns {Summary}
 */
export function summaryOf(output) {
  return JSON.parse(output)
}
