import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { count, counted } from '../../../src/model/quantities.js'
import {
  bucketsOf,
  jaccard,
  type LabHash,
  type LabSets,
  MAX_ELEMENTS,
  makeHashes,
  nextPrime,
  setsOfTexts,
  signatureSteps,
} from '../data/lab.js'
import { SET_PRESETS, type SetPreset, TEXT_PRESETS } from '../data/lab-presets.js'
import { oneLine } from '../parts/format.js'

/** The maximum length of a text, in characters. */
const MAX_TEXT = 2000
const TEXTS = [
  'The plane was ready for touch down on the runway.',
  'The quarterback scored a touchdown on the last play.',
  'The plane was ready for touchdown on the runway.',
  'A plane was ready for touch down on a runway at night.',
]

interface Settings {
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

/** The method step by step, on a few short texts. */
export function LabView() {
  const [settings, setSettings] = useState<Settings>({
    preset: undefined,
    textId: '',
    texts: TEXTS,
    kind: 'words',
    k: 2,
    hashCount: 12,
    rowsPerBand: 2,
  })
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part })
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

function Inputs({ settings, change }: { settings: Settings; change: (part: Partial<Settings>) => void }) {
  const { texts, kind, k, hashCount, rowsPerBand } = settings
  const numberField = (label: string, value: number, max: number, set: (value: number) => void) => (
    <label>
      <span>{label}</span>
      <input
        type="number"
        min="1"
        max={max}
        value={value}
        onInput={(event) => {
          const next = event.currentTarget.valueAsNumber
          if (Number.isInteger(next) && next >= 1 && next <= max) set(next)
        }}
      />
    </label>
  )
  return (
    <>
      <div class="texts">
        {texts.map((text, i) => (
          <label key={`text ${i + 1}`}>
            <span>D{i + 1}</span>
            <textarea
              rows={3}
              maxLength={MAX_TEXT}
              value={text}
              onInput={(event) =>
                change({ texts: texts.map((old, at) => (at === i ? event.currentTarget.value : old)) })
              }
            />
          </label>
        ))}
      </div>
      <div class="controls">
        <label>
          <span>Shingles of</span>
          <select
            value={kind}
            onChange={(event) => change({ kind: event.currentTarget.value as Settings['kind'] })}
          >
            <option value="words">words</option>
            <option value="chars">characters</option>
            <option value="stopwords">stop words and what follows them</option>
          </select>
        </label>
        {numberField('k', k, 12, (value) => change({ k: value }))}
        {numberField('hash functions', hashCount, 60, (value) => change({ hashCount: value }))}
        {numberField('rows per band', rowsPerBand, 12, (value) => change({ rowsPerBand: value }))}
      </div>
    </>
  )
}

interface StepProps {
  readonly sets: LabSets
  readonly hashes: readonly LabHash[]
}

/** The maximum number of matrix rows shown. */
const MAX_ROWS = 60
/** The maximum number of hash functions shown next to them. */
const MAX_HASHES = 6

function Matrix({ sets: { names, elements, sets, omitted = 0 }, hashes }: StepProps) {
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">1. Shingles and the characteristic matrix</h2>
      <p>
        One row per shingle, one column per document: {counted(elements.length, 'shingle')}. Each hash
        function stands for a permutation of the rows: its values tell in which order they come.
      </p>
      <Scrolling label="Characteristic matrix">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                row
              </th>
              <th scope="col">shingle</th>
              {names.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              {hashes.slice(0, MAX_HASHES).map(({ name }, i) => (
                <th key={`h${i + 1}`} scope="col" class="number">
                  h{i + 1}: {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {elements.slice(0, MAX_ROWS).map((element, row) => (
              <tr key={element}>
                <td class="number">{row}</td>
                <th scope="row">{oneLine(element, 60)}</th>
                {sets.map((set, column) => (
                  <td key={names[column]} class={set.has(row) ? 'number one' : 'number'}>
                    {set.has(row) ? 1 : 0}
                  </td>
                ))}
                {hashes.slice(0, MAX_HASHES).map(({ values }, i) => (
                  <td key={`h${i + 1}`} class="number">
                    {values[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {elements.length > MAX_ROWS && <p>The first {MAX_ROWS} rows are shown; the steps below use all.</p>}
      {hashes.length > MAX_HASHES && (
        <p>
          The first {MAX_HASHES} of {hashes.length} hash functions are shown; the steps below use all.
        </p>
      )}
      {omitted > 0 && (
        <p class="warning">
          {counted(omitted, 'more shingle')} of your texts {omitted === 1 ? 'does' : 'do'} not fit and{' '}
          {omitted === 1 ? 'is' : 'are'} ignored in all steps.
        </p>
      )}
    </section>
  )
}

function SignatureMatrix({ sets, hashes }: StepProps) {
  const steps = useMemo(() => signatureSteps(sets, hashes), [sets, hashes])
  const [step, setStep] = useState(steps.length)
  const state = steps[Math.min(step, steps.length) - 1]
  const before = steps[Math.min(step, steps.length) - 2]
  return (
    <section aria-labelledby="signatures">
      <h2 id="signatures">2. Minhashing, row by row</h2>
      <p>
        Each column keeps, for each hash function, the smallest value among the rows in which it has a 1. Move
        the slider to watch the signature matrix take shape.
      </p>
      <label class="slider">
        <span>Rows read</span>
        <input
          type="range"
          min="0"
          max={steps.length}
          value={step}
          onInput={(event) => setStep(Number(event.currentTarget.value))}
        />
        <output>
          {Math.min(step, steps.length)} of {steps.length}
        </output>
      </label>
      <Scrolling label="Signature matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">hash function</th>
              {sets.names.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hashes.map((_, i) => (
              <tr key={`h${i + 1}`}>
                <th scope="row">h{i + 1}</th>
                {sets.names.map((name, column) => {
                  const value = state?.signatures[i]?.[column] ?? Number.POSITIVE_INFINITY
                  const old = before?.signatures[i]?.[column] ?? Number.POSITIVE_INFINITY
                  return (
                    <td key={name} class={value === old ? 'number' : 'number changed'}>
                      {Number.isFinite(value) ? value : '∞'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  )
}

function Bands({ sets, hashes, perBand }: StepProps & { perBand: number }) {
  const signatures = useMemo(() => signatureSteps(sets, hashes).at(-1)?.signatures ?? [], [sets, hashes])
  const bands = Math.floor(hashes.length / perBand)
  const buckets = Array.from({ length: bands }, (_, band) =>
    bucketsOf(signatures, band * perBand, (band + 1) * perBand),
  )
  const { names } = sets
  const pairs = names.flatMap((_, a) => names.slice(a + 1).map((_, i) => [a, a + 1 + i] as const))
  return (
    <section aria-labelledby="bands">
      <h2 id="bands">3. Bands, buckets and candidates</h2>
      <p>
        {counted(bands, 'band')} of {counted(perBand, 'row')}. Documents that agree in all rows of a band
        share a bucket and become a candidate pair. Only candidates are compared.
      </p>
      <ul>
        {buckets.map((band, i) => (
          <li key={`band ${i + 1}`}>
            Band {i + 1}:{' '}
            {band.map((bucket) => `{${bucket.map((column) => names[column]).join(', ')}}`).join(' ')}
          </li>
        ))}
      </ul>
      <Scrolling label="Pairs">
        <table>
          <thead>
            <tr>
              <th scope="col">pair</th>
              <th scope="col" class="number">
                true similarity
              </th>
              <th scope="col" class="number">
                from signatures
              </th>
              <th scope="col" class="number">
                bands shared
              </th>
              <th scope="col">candidate</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(([a, b]) => {
              const equal = signatures.filter((row) => row[a] === row[b] && Number.isFinite(row[a])).length
              const shared = buckets.filter((band) =>
                band.some((bucket) => bucket.includes(a) && bucket.includes(b)),
              )
              return (
                <tr key={`${a} ${b}`}>
                  <th scope="row">
                    {names[a]}, {names[b]}
                  </th>
                  <td class="number">{jaccard(sets.sets[a]!, sets.sets[b]!).toFixed(2)}</td>
                  <td class="number">{(equal / Math.max(hashes.length, 1)).toFixed(2)}</td>
                  <td class="number">{shared.length}</td>
                  <td>{shared.length > 0 ? 'yes' : 'no'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scrolling>
    </section>
  )
}

/** A wide table that scrolls on its own, also with the keyboard. */
function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scrolling" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
