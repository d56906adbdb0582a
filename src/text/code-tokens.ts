import { tokenHash } from '../hash/shingle-hash.js'
import { checkChoice } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import {
  CODE_LANGUAGE_NAMES,
  CODE_LANGUAGES,
  type CodeLanguage,
  type CodeLanguageName,
} from './code-languages.js'
import { TokenBuilder, type TokenSequence } from './token-sequence.js'

/** The token for every name that is not a keyword, so that renaming changes nothing. */
const NAME = tokenHash('\0name')

/** A single digit, or a string of at most one character, says nothing: every program contains some. */
const TRIVIAL = /^(?:\p{N}|(["'`]+)(?:\\?.)?\1)$/su

/**
 * Returns the tokens of source code with their positions: names, keywords, literals and operators; comments and white space
 * are dropped. All names are the same token, so renaming changes nothing. Literals (strings and numbers) count as they are,
 * because people who copy rarely change them. No grammar is needed, so code that does not compile is tokenized as well.
 *
 * @example codeTokens('int sum = 0; // so far', 'braces').starts // 0, 4, 8, 10, 11
 */
export function codeTokens(text: string, language: CodeLanguageName): TokenSequence {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  checkChoice('language', language, CODE_LANGUAGE_NAMES)
  const { keywords, ignoresCase } = CODE_LANGUAGES[language]
  const tokens = new TokenBuilder()
  for (const { 0: token, index, groups } of text.matchAll(patternOf(language))) {
    if (groups!.comment !== undefined) continue
    const end = index + token.length
    if (groups!.name !== undefined) {
      const name = ignoresCase ? token.toLowerCase() : token
      tokens.add(keywords.has(name) ? tokenHash(name) : NAME, index, end, false)
    } else tokens.add(tokenHash(token), index, end, groups!.literal !== undefined && !TRIVIAL.test(token))
  }
  return tokens.sequence()
}

const patterns = new Map<CodeLanguageName, RegExp>()

function patternOf(name: CodeLanguageName): RegExp {
  const known = patterns.get(name)
  if (known !== undefined) return known
  const made = makePattern(CODE_LANGUAGES[name])
  patterns.set(name, made)
  return made
}

/** Signs that form one token together; any other run is split into single signs, however they are spaced. */
const SIGNS = '===|!==|==|!=|<=|>=|:=|<-|->|=>|&&|\\|\\||\\+\\+|--|[-+*/%&|^]=|<<|>>|\\*\\*|::|\\S'

/** An unclosed comment or string extends to the end of its line or, if it can span lines, of the text. */
function makePattern({ line, block, quotes, longQuotes, characterQuote }: CodeLanguage): RegExp {
  const comments = [
    // A long string at the start of a line is documentation, not part of an expression.
    ...longQuotes.filter((quote) => quote.length > 1).map((quote) => `(?<=^[ \\t]*)${longString(quote)}`),
    ...block.map(([open, close]) => `${literally(open)}[\\s\\S]*?(?:${literally(close)}|$(?![\\s\\S]))`),
    ...line.map((begin) => `${literally(begin)}[^\\n]*`),
  ]
  const literals = [
    ...longQuotes.map(longString),
    ...quotes.map((quote) => `${quote}(?:\\\\[\\s\\S]|[^${quote}\\\\\\n])*${quote}?`),
    ...(characterQuote ? ["'(?:\\\\[^'\\n]+|[^'\\\\\\n])'"] : []),
    '\\p{N}[\\p{L}\\p{N}_.]*',
  ]
  return new RegExp(
    `(?<comment>${comments.join('|')})|(?<literal>${literals.join('|')})|(?<name>[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*)|${SIGNS}`,
    'gmu',
  )
}

function longString(quote: string): string {
  return `${literally(quote)}(?:\\\\[\\s\\S]|(?!${literally(quote)})[^\\\\])*(?:${literally(quote)}|$(?![\\s\\S]))`
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
