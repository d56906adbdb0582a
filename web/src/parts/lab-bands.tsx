import { useMemo } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import { bucketsOf, jaccard, signatureSteps } from '../data/lab.js'
import type { StepProps } from './lab-matrix.js'
import { Scrolling } from './scrolling.js'

/** Which documents share a bucket in a band, and which pairs become candidates. */
export function Bands({ sets, hashes, perBand }: StepProps & { perBand: number }) {
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
        share a bucket, drawn in one color, and become a candidate pair. Only candidates are compared.
      </p>
      <Scrolling label="Bands">
        <table class="bands">
          <thead>
            <tr>
              <th scope="col">band</th>
              {names.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">buckets</th>
            </tr>
          </thead>
          <tbody>
            {buckets.map((band, i) => (
              <tr key={`band ${i + 1}`}>
                <th scope="row">{i + 1}</th>
                {names.map((name, column) => (
                  <td key={name} class={`number ${colorOf(band, column)}`}>
                    {signatures
                      .slice(i * perBand, (i + 1) * perBand)
                      .map((row) => (Number.isFinite(row[column]) ? row[column] : '∞'))
                      .join(' ')}
                  </td>
                ))}
                <td>
                  {band.map((bucket) => `{${bucket.map((column) => names[column]).join(', ')}}`).join(' ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
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

/** Documents in a bucket with others have its color. */
function colorOf(band: readonly (readonly number[])[], column: number): string {
  const shared = band.filter((bucket) => bucket.length > 1)
  const bucket = shared.findIndex((one) => one.includes(column))
  return bucket < 0 ? '' : `passage-${bucket % 6}`
}
