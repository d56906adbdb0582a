/// <reference types="node" />
import { posix } from 'node:path'
import type { CopyDocument } from '../../apps/plagiarism/copy-document.js'
import { textLanguage } from '../../apps/plagiarism/copy-tokens.js'
import { CODE_LANGUAGES } from '../../text/code-languages.js'

/** The texts of one submission in one language. */
interface Part {
  readonly author: string
  readonly language: NonNullable<CopyDocument['language']>
  readonly texts: string[]
}

/**
 * Combines the files in each folder directly below an input folder: all its texts become one document, and so do its programs in each
 * family of languages. A file outside such folders is left as it is.
 *
 * @param documents whose ids are the paths of their files
 * @param folders the input folders
 */
export function gatherSubmissions(
  documents: readonly CopyDocument[],
  folders: readonly string[],
): CopyDocument[] {
  const parts = new Map<string, Part>()
  for (const { id, text, language } of documents) {
    const path = String(id)
    const author = submissionOf(path, folders) ?? path
    const known = language ?? textLanguage(path)
    const key = JSON.stringify([author, known])
    const part = parts.get(key) ?? { author, language: known, texts: [] }
    part.texts.push(author === path ? text : titled(text, path.slice(author.length + 1), known))
    parts.set(key, part)
  }
  const languages = new Map<string, number>()
  for (const { author } of parts.values()) languages.set(author, (languages.get(author) ?? 0) + 1)
  return [...parts.values()].map(({ author, language, texts }) => ({
    id: languages.get(author) === 1 ? author : `${author} (${language})`,
    author,
    language,
    text: texts.join('\n\n'),
  }))
}

/** The folder of a submission, including the input folder; undefined for a file outside all submissions. */
function submissionOf(path: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const start = folder === '.' ? '' : `${posix.normalize(folder).replace(/\/+$/, '')}/`
    if (!path.startsWith(start)) continue
    const end = path.indexOf('/', start.length)
    return end < 0 ? undefined : path.slice(0, end)
  }
  return undefined
}

/** Puts the file name above a program, as a comment, which is ignored when comparing. */
function titled(text: string, name: string, language: Part['language']): string {
  if (language === 'prose') return text
  const { line, block } = CODE_LANGUAGES[language]
  const comment = line[0] === undefined ? `${block[0]![0]} ${name} ${block[0]![1]}` : `${line[0]} ${name}`
  return `${comment}\n${text}`
}
