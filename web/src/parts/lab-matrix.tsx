import { counted } from '../../../src/model/quantities.js'
import type { LabHash, LabSets } from '../data/lab.js'
import { oneLine } from './format.js'
import { Scrolling } from './scrolling.js'

/** What a step of the method starts from. */
export interface StepProps {
  readonly sets: LabSets
  readonly hashes: readonly LabHash[]
}

/** The maximum number of matrix rows shown. */
const MAX_ROWS = 60
/** The maximum number of hash functions shown next to them. */
const MAX_HASHES = 6

/** The shingles of the documents as rows of a matrix, with the values of the hash functions. */
export function Matrix({ sets: { names, elements, sets, omitted = 0 }, hashes }: StepProps) {
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">1. Shingles and the characteristic matrix</h2>
      <p>
        One row per shingle, one column per document: {counted(elements.length, 'shingle')}. Each hash
        function represents a permutation of the rows; its values give their order.
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
