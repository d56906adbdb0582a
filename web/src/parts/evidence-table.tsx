import type { PairEvidence } from '../../../src/report/report-data.js'
import { type EvidenceStep, spansOnlyIn, waterfall } from '../data/evidence.js'
import { printable, signed } from './format.js'
import { MarkedText } from './marked-text.js'

const WIDTH = 240

export interface EvidenceTableProps {
  readonly fields: readonly string[]
  readonly values: readonly [readonly (string | null)[], readonly (string | null)[]]
  readonly names: readonly [string, string]
  /** Undefined: the report has only the values. */
  readonly evidence: PairEvidence | undefined
  /** Whether to hide the evidence while the reader marks the pair. */
  readonly isHidden: boolean
}

/** Two records field by field, and the evidence of each field for or against a match. */
export function EvidenceTable({ fields, values, names, evidence, isHidden }: EvidenceTableProps) {
  const shown = isHidden ? undefined : evidence
  const steps: readonly EvidenceStep[] = shown
    ? waterfall(shown, fields)
    : fields.map((name, field) => ({ name, field, bits: 0, total: 0 }))
  const sums = [0, ...steps.map(({ total }) => total)]
  const [low, high] = [Math.min(...sums), Math.max(...sums)]
  const x = (bits: number) => ((bits - low) / Math.max(1, high - low)) * WIDTH
  return (
    <>
      <div class="scrolling" role="region" aria-label="Fields of the two records" tabIndex={0}>
        <table class="evidence">
          <thead>
            <tr>
              <th scope="col">field</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
              {shown && (
                <>
                  <th scope="col">agreement</th>
                  <th scope="col" class="number">
                    bits
                  </th>
                  <th scope="col">evidence</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.name}>
                <th scope="row">{printable(step.name)}</th>
                <Value step={step} values={values} side={0} />
                <Value step={step} values={values} side={1} />
                {shown && (
                  <>
                    <td>{step.agreement ?? (step.field === undefined ? '' : 'missing')}</td>
                    <td class="number bits">{signed(step.bits)}</td>
                    <td class="sum">
                      <Bar step={step} x={x} />
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown && (
        <p>
          In all <b>{signed(shown.strength)} bits</b>, a probability of {probability(shown.strength)} for the
          pair by itself; the score considers the other pairs of the two records as well. Each bit doubles the
          odds that the two are the same, or halves them.
        </p>
      )}
    </>
  )
}

function Value({
  step: { field },
  values,
  side,
}: Pick<EvidenceTableProps, 'values'> & { step: EvidenceStep; side: 0 | 1 }) {
  if (field === undefined) return <td />
  const [value, other] = [values[side][field], values[1 - side]![field]]
  if (value == null) return <td class="missing">–</td>
  const text = printable(value)
  const only = other == null ? [] : spansOnlyIn(text, printable(other))
  return (
    <td class="value">
      <MarkedText text={text} passages={[]} only={only} current={undefined} />
    </td>
  )
}

/** A bar from the sum before the step to the sum after it. */
function Bar({ step: { bits, total }, x }: { step: EvidenceStep; x: (bits: number) => number }) {
  const [from, to] = [x(total - bits), x(total)]
  return (
    <svg class="waterfall" viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
      <rect
        class={bits < 0 ? 'against' : 'for'}
        x={Math.min(from, to)}
        y="2"
        width={Math.max(1, Math.abs(to - from))}
        height="10"
      />
      <line class="axis" x1={x(0)} x2={x(0)} y1="0" y2="14" />
    </svg>
  )
}

function probability(bits: number): string {
  const share = 1 / (1 + 2 ** -bits)
  return share > 0.9999 ? 'more than 99.99 %' : `${(100 * share).toFixed(share < 0.01 ? 3 : 1)} %`
}
