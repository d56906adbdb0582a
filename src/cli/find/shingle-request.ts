/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { readFault } from '../../read/node-fault.js'
import type { ShingleOptions } from '../../text/shingle-options.js'
import { STOP_WORD_LANGUAGES, type StopWordLanguage, stopWords } from '../../text/stop-words.js'
import { eachRun } from '../../text/tokens.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** How documents become sets, as the command line has it; a file of stop words is not read yet. */
export interface ShingleRequest {
  readonly options: ShingleOptions
  readonly stopWordsFile?: string
}

export function planShingleRequest(values: OptionValues): ShingleRequest {
  const { bag, nfkc, case: letterCase, punctuation, whitespace, segment } = values
  const { kind = 'words', k } = values.shingle ?? {}
  const named = values['stop-words']
  if (named !== undefined && kind !== 'stopwords') {
    throw new UsageError(`--stop-words has no effect on ${kind} shingles`, 'add --shingle stopwords:3')
  }
  if (segment !== undefined && kind === 'chars') {
    throw new UsageError('--segment has no effect on character shingles', 'leave it out')
  }
  const language = STOP_WORD_LANGUAGES.find((code): code is StopWordLanguage => code === named)
  const options: ShingleOptions = {
    ...(values.shingle && { kind }),
    ...(k !== undefined && { k }),
    ...(bag === true && { bag }),
    ...(nfkc === true && { nfkc }),
    ...(letterCase !== undefined && { case: letterCase }),
    ...(punctuation !== undefined && { punctuation }),
    ...(whitespace !== undefined && { whitespace }),
    ...(segment !== undefined && { segment }),
    ...(language !== undefined && { stopWords: stopWords(language) }),
  }
  return named === undefined || language !== undefined ? { options } : { options, stopWordsFile: named }
}

/** The request with its stop words read. */
export function readShingleRequest({ options, stopWordsFile }: ShingleRequest): ShingleOptions {
  if (stopWordsFile === undefined) return options
  let text: string
  try {
    text = readFileSync(stopWordsFile, 'utf8')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new UsageError(
          `--stop-words ${stopWordsFile} is neither a language nor a file`,
          `use one of ${STOP_WORD_LANGUAGES.join(', ')}, or a file of words`,
        )
      : readFault(stopWordsFile, error)
  }
  return { ...options, stopWords: Array.from(eachRun(text), ([start, end]) => text.slice(start, end)) }
}
