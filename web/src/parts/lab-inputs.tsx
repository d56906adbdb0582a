import { type LabSettings, MAX_TEXT } from '../data/lab-settings.js'

/** The texts of the reader, and how they become sets. */
export function Inputs({
  settings,
  change,
}: {
  settings: LabSettings
  change: (part: Partial<LabSettings>) => void
}) {
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
            onChange={(event) => change({ kind: event.currentTarget.value as LabSettings['kind'] })}
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
