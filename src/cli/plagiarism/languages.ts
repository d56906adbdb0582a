import { CODE_LANGUAGE_NAMES } from '../../text/code-languages.js'

/** The languages that --language accepts. */
export const LANGUAGES = ['prose', ...CODE_LANGUAGE_NAMES] as const
