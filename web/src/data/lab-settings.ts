import type { SetPreset } from './lab-presets.js'

/** The maximum length of a text, in characters. */
export const MAX_TEXT = 2000

/** What the lab shows. */
export interface LabSettings {
  /** The example of sets; undefined: texts. */
  readonly preset: SetPreset | undefined
  /** The id of the example that the texts come from; empty: the reader's own texts. */
  readonly textId: string
  readonly texts: readonly string[]
  readonly kind: 'words' | 'chars' | 'stopwords'
  readonly k: number
  readonly hashCount: number
  readonly rowsPerBand: number
}
