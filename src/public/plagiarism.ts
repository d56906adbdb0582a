// `likewise/plagiarism`: copied passages.

export type { CopyScore } from '../apps/plagiarism/copy-score.js'
export type { TextLanguage } from '../apps/plagiarism/copy-tokens.js'
export {
  type Copy,
  type CopyDocument,
  type CopyOptions,
  type CopyPassage,
  type CopyReport,
  compareCopies,
  findCopies,
} from '../apps/plagiarism/find-copies.js'
export { copyReportPage, type ReportPageOptions } from '../apps/plagiarism/report-page.js'
export { CODE_LANGUAGE_NAMES, type CodeLanguageName, codeLanguage } from '../text/code-languages.js'
export { codeTokens } from '../text/code-tokens.js'
export { type ProseOptions, proseTokens, type TokenSequence } from '../text/token-sequence.js'
export { findPassages, type Passage, type PassageOptions } from '../verify/passages.js'
