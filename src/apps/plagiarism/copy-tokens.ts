import { rollShingles, tokenHash } from '../../hash/shingle-hash.js'
import { sortInPlace } from '../../model/set-collection.js'
import { type CodeLanguageName, codeLanguage } from '../../text/code-languages.js'
import { codeTokens } from '../../text/code-tokens.js'
import { type ProseOptions, proseTokens, type TokenSequence } from '../../text/token-sequence.js'

/** What a text is read as: prose, or source code of a family of languages. */
export type TextLanguage = 'prose' | CodeLanguageName

/** Tokens in a row that are compared: long enough to be rare, short enough to live through a changed word. */
export const RUN = 3

/** So many tokens in a row of a base text are taken out of passages. */
const BASE_RUN = 5

/** What every literal becomes in the structure of code. */
const LITERAL = tokenHash('\0literal')

/** What of a document is compared. */
export interface CopyTokens {
  readonly isCode: boolean
  readonly tokens: TokenSequence
  /** The tokens in which passages are looked for: in code all literals are one, so that only its structure counts. */
  readonly structure: Uint32Array
  /** The distinct tokens that say something by themselves, without those of the base; rising. */
  readonly content: Uint32Array
  /** The distinct runs of tokens, without those of the base; rising. */
  readonly runs: Uint32Array
  /** 1 for the tokens that stand in the base in the same order. */
  readonly ignored: Uint8Array
}

/** What base texts of one kind hold: it does not count anywhere. */
interface Base {
  readonly content: ReadonlySet<number>
  readonly runs: ReadonlySet<number>
  readonly longRuns: ReadonlySet<number>
}

/** By the ending of a name: prose, unless it is that of a program. */
export function textLanguage(name: string): TextLanguage {
  return codeLanguage(name) ?? 'prose'
}

export function readTokens(text: string, language: TextLanguage, options: ProseOptions): TokenSequence {
  return language === 'prose' ? proseTokens(text, options) : codeTokens(text, language)
}

/** Gathers the base texts of one kind; there may be none. */
export function gatherBase(tokens: Iterable<TokenSequence>): Base {
  const base = { content: new Set<number>(), runs: new Set<number>(), longRuns: new Set<number>() }
  for (const sequence of tokens) {
    for (const hash of contentOf(sequence)) base.content.add(hash)
    for (const hash of runsOf(sequence)) base.runs.add(hash)
    for (const hash of rollShingles(sequence.hashes, BASE_RUN)) base.longRuns.add(hash)
  }
  return base
}

export function copyTokens(tokens: TokenSequence, isCode: boolean, base: Base): CopyTokens {
  const ignored = new Uint8Array(tokens.hashes.length)
  rollShingles(tokens.hashes, BASE_RUN).forEach((hash, i) => {
    if (base.longRuns.has(hash)) ignored.fill(1, i, i + BASE_RUN)
  })
  return {
    isCode,
    tokens,
    structure: isCode ? withoutLiterals(tokens) : tokens.hashes,
    content: contentOf(tokens).filter((hash) => !base.content.has(hash)),
    runs: runsOf(tokens).filter((hash) => !base.runs.has(hash)),
    ignored,
  }
}

function withoutLiterals({ hashes, content }: TokenSequence): Uint32Array {
  return hashes.map((hash, i) => (content[i] === 1 ? LITERAL : hash))
}

function contentOf({ hashes, content }: TokenSequence): Uint32Array {
  return sortInPlace(hashes.filter((_, i) => content[i] === 1))
}

/** A text of fewer tokens is one run of all of them. */
function runsOf({ hashes }: TokenSequence): Uint32Array {
  return sortInPlace(rollShingles(hashes, Math.max(1, Math.min(RUN, hashes.length))))
}
