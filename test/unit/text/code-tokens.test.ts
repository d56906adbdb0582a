import { describe, expect, it } from 'vitest'
import {
  CODE_LANGUAGE_NAMES,
  CODE_LANGUAGES,
  type CodeLanguageName,
  codeLanguage,
} from '../../../src/text/code-languages.js'
import { codeTokens } from '../../../src/text/code-tokens.js'

const spans = (text: string, language: CodeLanguageName) => {
  const { starts, ends } = codeTokens(text, language)
  return Array.from(starts, (start, i) => text.slice(start, ends[i]))
}
const literals = (text: string, language: CodeLanguageName) => {
  const { starts, ends, content } = codeTokens(text, language)
  return Array.from(starts, (start, i) => text.slice(start, ends[i])).filter((_, i) => content[i] === 1)
}

describe('the tokens of a program', () => {
  it('leave comments and white space out', () => {
    expect(spans('int sum = 0; // so far\n/* and\n more */ sum++;', 'braces')).toEqual([
      'int',
      'sum',
      '=',
      '0',
      ';',
      'sum',
      '++',
      ';',
    ])
    expect(spans('x = 1 # one\n"""a note\n over lines"""\ny = """text"""', 'python')).toEqual([
      'x',
      '=',
      '1',
      'y',
      '=',
      '"""text"""',
    ])
    expect(spans('-- note\nSELECT a --[[ b\nFROM c', 'sql')).toEqual(['SELECT', 'a', 'FROM', 'c'])
    expect(spans('--[[ over\nlines ]] local x', 'lua')).toEqual(['local', 'x'])
  })

  it('do not change when names, comments and layout change', () => {
    const one = codeTokens('for (int i = 0; i < n; i++) total += price[i];', 'braces')
    const other = codeTokens('for(int k=0;k<count;k++)\n  // add\n  sum+=cost[k];', 'braces')
    expect(other.hashes).toEqual(one.hashes)
    expect(codeTokens('while (true) a();', 'braces').hashes).not.toEqual(
      codeTokens('if (true) a();', 'braces').hashes,
    )
  })

  it('keep literals as they are, which are the content unless they are trivial', () => {
    expect(literals('print("Hello, \\"you\\"", 3.14, 7, "", \'x\', 42)', 'braces')).toEqual([
      '"Hello, \\"you\\""',
      '3.14',
      '42',
    ])
    expect(literals('let s = `two\nlines`', 'braces')).toEqual(['`two\nlines`'])
    expect(literals("fn f<'a>(x: &'a str) { 'y' }", 'rust')).toEqual([])
    expect(codeTokens('f("one")', 'braces').hashes).not.toEqual(codeTokens('f("two")', 'braces').hashes)
  })

  it('are found in code that is not closed, to the end of the line or of the text', () => {
    expect(spans('a = "open\nb', 'braces')).toEqual(['a', '=', '"open', 'b'])
    expect(spans('a /* open\nb', 'braces')).toEqual(['a'])
    expect(spans('a = """open\nb', 'python')).toEqual(['a', '=', '"""open\nb'])
  })

  it('do not depend on case if the language does not', () => {
    expect(codeTokens('Select X From Y', 'sql').hashes).toEqual(codeTokens('SELECT a FROM b', 'sql').hashes)
  })

  it.each(CODE_LANGUAGE_NAMES)('can be made in every language: %s', (language) => {
    expect(codeTokens('x (y) "z"', language).hashes.length).toBe(5)
    const { line } = CODE_LANGUAGES[language]
    for (const begin of line) expect(spans(`x ${begin} note\ny`, language)).toEqual(['x', 'y'])
  })

  it('require a known language', () => {
    expect(() => codeTokens('x', 'latin' as 'braces')).toThrow('language')
    expect(() => codeTokens(7 as never, 'braces')).toThrow('text')
  })
})

describe('the language of a file', () => {
  it('is known by its ending', () => {
    expect(codeLanguage('a/b/Main.JAVA')).toBe('braces')
    expect(codeLanguage('tool.py')).toBe('python')
    expect(codeLanguage('essay.txt')).toBeUndefined()
    expect(codeLanguage('folder.py/essay')).toBeUndefined()
    expect(codeLanguage('Makefile')).toBeUndefined()
  })

  it('is one for each ending', () => {
    const endings = CODE_LANGUAGE_NAMES.flatMap((name) => CODE_LANGUAGES[name].endings as readonly string[])
    expect(new Set(endings).size).toBe(endings.length)
  })
})
