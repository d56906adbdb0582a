import { useMemo } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import type { CommonPhrase } from '../data/model.js'
import { findPhrases } from '../data/phrases.js'
import { oneLine } from './format.js'

export interface BoilerplateNoteProps {
  readonly texts: readonly [string, string]
  readonly common: readonly CommonPhrase[]
  /** The word for documents that pairs connect. */
  readonly groupNoun: string
}

/** Why phrases are gray: the reader ignores them, or several clusters have them. */
export function BoilerplateNote({ texts, common, groupNoun }: BoilerplateNoteProps) {
  const [ignored, widespread] = useMemo(
    () =>
      [true, false].map((isIgnored) =>
        common.find(
          (phrase) =>
            phrase.isIgnored === isIgnored &&
            texts.some((text) => findPhrases(text, [phrase.text]).length > 0),
        ),
      ),
    [texts[0], texts[1], common.length],
  )
  if (!ignored && !widespread) return null
  return (
    <p class="boilerplate-note">
      <span class="boilerplate">Gray</span>:{' '}
      {ignored && <>phrases that you ignore, such as {quoted(ignored)}. </>}
      {ignored && widespread && 'Also gray: '}
      {widespread && (
        <>
          phrases that many of the texts in this report have, in several {groupNoun}s, such as{' '}
          {quoted(widespread)}. They say little about these two.
        </>
      )}
    </p>
  )
}

function quoted({ text, documents }: CommonPhrase): string {
  return `“${oneLine(text)}” in ${counted(documents, 'document')}`
}
