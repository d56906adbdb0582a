import { useMemo, useState } from 'preact/hooks'
import { signatureSteps } from '../data/lab.js'
import { oneLine } from './format.js'
import type { StepProps } from './lab-matrix.js'
import { Scrolling } from './scrolling.js'

/** The number of hash values listed for a row. */
const MAX_LISTED = 12

/** The signature matrix as it takes shape, one row of the characteristic matrix after another. */
export function SignatureMatrix({ sets, hashes }: StepProps) {
  const steps = useMemo(() => signatureSteps(sets, hashes), [sets, hashes])
  const [step, setStep] = useState(steps.length)
  const read = Math.min(step, steps.length)
  const state = steps[read - 1]
  const before = steps[read - 2]
  return (
    <section aria-labelledby="signatures">
      <h2 id="signatures">2. Minhashing, row by row</h2>
      <p>
        Each column keeps, for each hash function, the smallest value among the rows in which it has a 1. Move
        the slider to watch the signature matrix take shape.
      </p>
      <div class="slider">
        <label for="rows-read">Rows read</label>
        <input
          id="rows-read"
          type="range"
          min="0"
          max={steps.length}
          value={step}
          onInput={(event) => setStep(Number(event.currentTarget.value))}
        />
        <output>
          {read} of {steps.length}
        </output>
        <button type="button" disabled={read === 0} onClick={() => setStep(read - 1)}>
          Back
        </button>
        <button type="button" disabled={read === steps.length} onClick={() => setStep(read + 1)}>
          Next row
        </button>
      </div>
      <p role="status">{read > 0 && <RowRead sets={sets} hashes={hashes} row={read - 1} />}</p>
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

/** What the last row that was read adds. */
function RowRead({ sets: { names, elements, sets }, hashes, row }: StepProps & { row: number }) {
  const holders = names.filter((_, column) => sets[column]!.has(row))
  return (
    <>
      Row {row}, “{oneLine(elements[row]!, 60)}”, has a 1 in {holders.join(', ') || 'no column'}. Its values:{' '}
      {hashes
        .slice(0, MAX_LISTED)
        .map(({ values }, i) => `h${i + 1}\u00a0=\u00a0${values[row]}`)
        .join(', ')}
      {hashes.length > MAX_LISTED && ', …'}
    </>
  )
}
