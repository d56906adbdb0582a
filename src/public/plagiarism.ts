// `likewise/plagiarism`: finds copied passages in prose and programs.

export type { ScoreHistogram } from '../apps/plagiarism/class-limits.js'
export type { CopyDocument } from '../apps/plagiarism/copy-document.js'
export type { CopyAuthor, CopyGroup } from '../apps/plagiarism/copy-groups.js'
export type { CopyPassage } from '../apps/plagiarism/copy-passages.js'
export type { CopyScore } from '../apps/plagiarism/copy-score.js'
export type { TextLanguage } from '../apps/plagiarism/copy-tokens.js'
export {
  type Copy,
  type CopyOptions,
  type CopyReport,
  compareCopies,
  findCopies,
} from '../apps/plagiarism/find-copies.js'
export { CODE_LANGUAGE_NAMES, type CodeLanguageName, codeLanguage } from '../text/code-languages.js'
export { codeTokens } from '../text/code-tokens.js'
export { type ProseOptions, proseTokens, type TokenSequence } from '../text/token-sequence.js'
export { findPassages, type Passage, type PassageOptions } from '../verify/passages.js'
