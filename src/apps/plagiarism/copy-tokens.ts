import { rollShingles, tokenHash } from '../../hash/shingle-hash.js'
import { sortInPlace } from '../../model/set-collection.js'
import { type CodeLanguageName, codeLanguage } from '../../text/code-languages.js'
import { codeTokens } from '../../text/code-tokens.js'
import { type ProseOptions, proseTokens, type TokenSequence } from '../../text/token-sequence.js'

/** What a text is read as: prose, or source code of a family of languages. */
export type TextLanguage = 'prose' | CodeLanguageName

/** The number of tokens in a run: long enough to be rare, short enough to survive a changed word. */
export const RUN = 3

/** Runs of this many tokens that are also in a base text are excluded from passages. */
const BASE_RUN = 5

/** Stands for every literal in the structure of code. */
const LITERAL = tokenHash('\0literal')

/** The parts of a document that are compared. */
export interface CopyTokens {
  readonly isCode: boolean
  readonly tokens: TokenSequence
  /** The tokens searched for passages; in code all literals are equal, so that only the structure counts. */
  readonly structure: Uint32Array
  /** The distinct tokens that are meaningful by themselves, without those of the base, in ascending order. */
  readonly content: Uint32Array
  /** The distinct runs of tokens, without those of the base, in ascending order. */
  readonly runs: Uint32Array
  /** 1 for tokens that are in the base in the same order. */
  readonly ignored: Uint8Array
}

/** The content of the base texts of one kind, which is ignored everywhere. */
interface Base {
  readonly content: ReadonlySet<number>
  readonly runs: ReadonlySet<number>
  readonly longRuns: ReadonlySet<number>
}

/** The language by the extension of a name: prose, unless it is that of a programming language. */
export function textLanguage(name: string): TextLanguage {
  return codeLanguage(name) ?? 'prose'
}

export function readTokens(text: string, language: TextLanguage, options: ProseOptions): TokenSequence {
  return language === 'prose' ? proseTokens(text, options) : codeTokens(text, language)
}

/** Collects the base texts of one kind; there may be none. */
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

/** A text with fewer tokens is a single run of all of them. */
function runsOf({ hashes }: TokenSequence): Uint32Array {
  return sortInPlace(rollShingles(hashes, Math.max(1, Math.min(RUN, hashes.length))))
}
