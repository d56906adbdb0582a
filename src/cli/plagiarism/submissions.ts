/// <reference types="node" />
import { posix } from 'node:path'
import type { CopyDocument } from '../../apps/plagiarism/copy-document.js'
import { textLanguage } from '../../apps/plagiarism/copy-tokens.js'
import { CODE_LANGUAGES } from '../../text/code-languages.js'
import { UsageError } from '../usage-error.js'

/** The texts of one submission in one language. */
interface Part {
  readonly author: string
  readonly language: NonNullable<CopyDocument['language']>
  readonly texts: string[]
}

/**
 * Combines the files in each folder directly below an input folder: all its texts become one document, and so do its programs in each
 * family of languages. A file outside such folders is left as it is. Throws `UsageError` if all files are outside.
 *
 * @param documents whose ids are the paths of their files
 * @param inputs the inputs, usually folders
 */
export function gatherSubmissions(
  documents: readonly CopyDocument[],
  inputs: readonly string[],
): CopyDocument[] {
  const submissions = documents.map(({ id }) => submissionOf(String(id), inputs))
  if (documents.length > 0 && submissions.every((submission) => submission === undefined)) {
    throw new UsageError(
      `--submissions has no effect: no file is in a subfolder of ${inputs.join(', ')}`,
      'give each submission a folder and name the folder above them, such as work for work/ann/essay.txt and work/ben/essay.txt; without --submissions, each file is a document',
    )
  }
  const parts = new Map<string, Part>()
  for (const [i, { id, text, language }] of documents.entries()) {
    const path = String(id)
    const author = submissions[i] ?? path
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
function submissionOf(path: string, inputs: readonly string[]): string | undefined {
  for (const input of inputs) {
    const folder = posix.normalize(input).replace(/\/+$/, '')
    const start = folder === '.' ? '' : `${folder}/`
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
