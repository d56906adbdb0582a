import type { FoundRecall } from '../../../src/engine/engine.js'
import { percent } from '../../../src/model/quantities.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** The recall: guaranteed, estimated from the pairs found and, if the run had an audit, measured. */
export function Recall({ recall, data }: { recall: FoundRecall; data: ReportData }) {
  const { requested, guaranteed, estimated, measured, low, high } = recall
  const { threshold, plan, given } = data
  const isExact = plan?.method === 'exact'
  return (
    <p class="recall">
      {isExact ? (
        <>
          The search was exact: it found every pair at similarity {threshold} or above.
          {estimated < 1 && ` ${percent(estimated)} of them are listed.`}
        </>
      ) : (
        <>
          A pair at similarity {threshold} is found with a probability of at least {percent(guaranteed)}{' '}
          (requested {percent(requested)}); about {percent(estimated)} of all pairs were found (estimated).
        </>
      )}
      {measured !== undefined && (
        <>
          {' '}
          Measured recall: {percent(measured)}
          {low !== high && ` (95 % CI ${percent(low!)}–${percent(high!)})`}.
        </>
      )}
      {measured === undefined && !isExact && given && (
        <>
          {' '}
          The recall was not measured; <code>--audit</code> measures it.
        </>
      )}
    </p>
  )
}
