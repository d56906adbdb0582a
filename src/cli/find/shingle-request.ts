/// <reference types="node" />
import { existsSync } from 'node:fs'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import type { ShingleOptions } from '../../text/shingle-options.js'
import { STOP_WORD_LANGUAGES, type StopWordLanguage, stopWords } from '../../text/stop-words.js'
import { eachRun } from '../../text/tokens.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** How documents become sets, according to the command line; files of stop words and phrases are not read yet. */
export interface ShingleRequest {
  readonly options: ShingleOptions
  readonly stopWordsFile?: string
  readonly phrasesFile?: string
  /** The maximum number of bytes of each of these files. */
  readonly maxFileBytes: number
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
  const phrasesFile = values['ignore-phrases']
  return {
    options,
    ...(named !== undefined && language === undefined && { stopWordsFile: named }),
    ...(phrasesFile !== undefined && { phrasesFile }),
    maxFileBytes: maxSmallFileBytes(values.memory),
  }
}

/** The request with its files read. */
export function readShingleRequest(request: ShingleRequest): ShingleOptions {
  const { options, stopWordsFile, phrasesFile, maxFileBytes } = request
  return {
    ...options,
    ...(stopWordsFile !== undefined && { stopWords: readStopWords(stopWordsFile, maxFileBytes) }),
    ...(phrasesFile !== undefined && { ignorePhrases: readPhrases(phrasesFile, maxFileBytes) }),
  }
}

function readStopWords(file: string, limit: number): string[] {
  if (!existsSync(file)) {
    throw new UsageError(
      `--stop-words ${file} is neither a language nor a file`,
      `use one of ${STOP_WORD_LANGUAGES.join(', ')}, or a file of words`,
    )
  }
  const text = readText(file, limit)
  return Array.from(eachRun(text), ([start, end]) => text.slice(start, end))
}

function readPhrases(file: string, limit: number): string[] {
  const phrases = readText(file, limit)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((phrase) => phrase.trim() !== '')
  if (phrases.length === 0)
    throw new UsageError(`--ignore-phrases ${file} has no phrases`, 'write one phrase per line')
  return phrases
}
