import { useMemo, useState } from 'preact/hooks'
import { count } from '../../../src/model/quantities.js'
import { MAX_ELEMENTS, makeHashes, nextPrime, setsOfTexts } from '../data/lab.js'
import { SET_PRESETS, TEXT_PRESETS } from '../data/lab-presets.js'
import { type LabSettings, MAX_TEXT } from '../data/lab-settings.js'
import { Bands } from '../parts/lab-bands.js'
import { Inputs } from '../parts/lab-inputs.js'
import { Matrix } from '../parts/lab-matrix.js'
import { SignatureMatrix } from '../parts/lab-signatures.js'

const TEXTS = [
  'The plane was ready for touch down on the runway.',
  'The quarterback scored a touchdown on the last play.',
  'The plane was ready for touchdown on the runway.',
  'A plane was ready for touch down on a runway at night.',
]

/** The method step by step, on a few short texts. */
export function LabView() {
  const [settings, setSettings] = useState<LabSettings>({
    preset: undefined,
    textId: '',
    texts: TEXTS,
    kind: 'words',
    k: 2,
    hashCount: 12,
    rowsPerBand: 2,
  })
  const change = (part: Partial<LabSettings>) => setSettings({ ...settings, ...part })
  const { preset, textId, texts, kind, k, hashCount, rowsPerBand } = settings
  const choose = (id: string) => {
    const chosen = TEXT_PRESETS.find((one) => one.id === id)
    change({
      preset: SET_PRESETS.find((one) => one.id === id),
      textId: id,
      ...(chosen && { texts: chosen.texts, kind: chosen.kind, k: chosen.k }),
      ...(id === '' && { texts: TEXTS, kind: 'words', k: 2 }),
    })
  }
  const sets = useMemo(() => preset?.sets ?? setsOfTexts(texts, kind, k), [preset, texts, kind, k])
  const hashes = useMemo(
    () => preset?.hashes ?? makeHashes(hashCount, nextPrime(sets.elements.length), sets.elements.length),
    [preset, hashCount, sets],
  )
  return (
    <>
      <h1>Lab</h1>
      <p>
        How texts become sets, sets become signatures, and signatures become candidates: chapter 3 of{' '}
        <cite>Mining of Massive Datasets</cite>, on texts of your own: four of up to {count(MAX_TEXT)}{' '}
        characters, with up to {MAX_ELEMENTS} different shingles.
      </p>
      <div class="controls">
        <label>
          <span>Example</span>
          <select value={textId} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">your own texts</option>
            {[...TEXT_PRESETS, ...SET_PRESETS].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {preset === undefined && <Inputs settings={settings} change={change} />}
      <Matrix sets={sets} hashes={hashes} />
      <SignatureMatrix key={`${textId} ${sets.elements.length}`} sets={sets} hashes={hashes} />
      <Bands sets={sets} hashes={hashes} perBand={preset?.rowsPerBand ?? rowsPerBand} />
    </>
  )
}
