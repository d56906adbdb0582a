import type { BandLayout } from '../../../src/band/s-curve.js'
import { bandThreshold, keptFrom, type Plan } from '../../../src/model/plan.js'
import { choosePlan, type PlanRequest, seedOf } from '../../../src/plan/choose-plan.js'
import { type Curve, curveFor, describeCurve } from '../../../src/plan/curve.js'
import { predict } from '../../../src/plan/predict.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** What the reader sets. */
export interface Settings {
  readonly threshold: number
  readonly recall: number
  /** Bands and rows that the reader chose; undefined: those that a search chooses. */
  readonly layout: BandLayout | undefined
}

/** What a search with these settings would do. */
export interface Tuned {
  /** The curve of its bands, or of those that it would use instead of an exact search; undefined if bands cannot find such pairs. */
  readonly curve: Curve | undefined
  /** Why it would search exactly; undefined if it would use bands. */
  readonly exactBecause: string | undefined
  /** What the answer is based on: the sample of the run, which was examined for one threshold, or the settings alone. */
  readonly basis: 'sample' | 'sample of another threshold' | 'settings'
  /** What `likewise explain` would predict, if there is a sample. */
  readonly expected?: { readonly candidates: number; readonly bytes: number }
}

/** The highest recall of bands; a search for a recall of 1 is exact. */
const MAX_BANDS_RECALL = 0.999

type Tunable = Pick<ReportData, 'plan' | 'sample' | 'given'>

/** The settings of a run, or the defaults. */
export function settingsOf(data: Tunable | undefined): Settings {
  const { plan } = data ?? {}
  const isRequested = option(data, 'bands') !== undefined && plan?.method === 'bands'
  return {
    threshold: plan?.threshold ?? 0.8,
    recall: plan?.recall ?? 0.95,
    // Without a sample, the page cannot know why the run chose them, but it knows what they are.
    layout:
      plan?.method === 'bands' && (isRequested || data?.sample === undefined)
        ? { bands: plan.bands, rows: plan.rows }
        : undefined,
  }
}

/** What a search of the same documents with other settings would do. */
export function tune(data: Tunable | undefined, settings: Settings): Tuned {
  const { threshold, recall, layout } = settings
  const plan = data?.plan
  const compared = comparedIn(plan, threshold)
  const { similarity = 'jaccard' } = compared
  if (bandThreshold(compared) === 0) {
    return {
      curve: undefined,
      exactBecause: `bands cannot find pairs by ${similarity}`,
      basis: 'settings',
    }
  }
  const bandsRecall = Math.min(recall, MAX_BANDS_RECALL)
  if (plan === undefined || data?.sample === undefined) {
    const curve = layout
      ? describeCurve(layout, similarity, threshold, undefined)
      : atThreshold(curveFor({ ...compared, threshold: keptFrom(compared), recall: bandsRecall }), threshold)
    const exactBecause = layout === undefined && recall === 1 ? RECALL_1 : undefined
    return { curve, exactBecause, basis: 'settings' }
  }
  const { sample } = data
  const request = requestFor(data, plan, settings)
  const chosen = choosePlan(request, sample)
  const bands =
    chosen.plan.method === 'bands'
      ? chosen.plan
      : (choosePlan({ ...request, method: 'bands', recall: bandsRecall }, sample).plan as Extract<
          Plan,
          { method: 'bands' }
        >)
  const curve = describeCurve({ bands: bands.bands, rows: bands.rows }, similarity, threshold, recall)
  const { candidates, diskBytes } = predict(chosen.plan, sample, { workers: 1 })
  return {
    curve: { ...curve, slots: bands.scheme.slots },
    exactBecause: chosen.plan.method === 'exact' ? chosen.reason : undefined,
    basis: data.sample.prefixes?.threshold === keptFrom(compared) ? 'sample' : 'sample of another threshold',
    expected: { candidates, bytes: diskBytes },
  }
}

const RECALL_1 = 'recall 1 requires an exact search'

/** How a search with another threshold would compare documents. */
export function comparedIn(plan: Plan | undefined, threshold: number) {
  const { similarity, keepPairsFrom = 1 } = plan ?? {}
  return {
    threshold,
    ...(similarity !== undefined && { similarity }),
    ...(keepPairsFrom < threshold && { keepPairsFrom }),
  }
}

function requestFor(data: Tunable, plan: Plan, { threshold, recall, layout }: Settings): PlanRequest {
  const slots = option(data, 'slots')
  const method = option(data, 'method') as Plan['method'] | undefined
  return {
    ...comparedIn(plan, threshold),
    recall,
    shingle: plan.shingle,
    maxGroup: plan.maxGroup,
    scheme: {
      sketch: plan.method === 'bands' ? plan.scheme.sketch : 'fast-similarity',
      seed: seedOf(plan),
    },
    ...(slots !== undefined && { slots: Number(slots) }),
    ...(layout !== undefined
      ? { method: 'bands', layout }
      : method !== undefined && !(method === 'bands' && recall === 1) && { method }),
  }
}

/** The same curve, described at the threshold of the search, which may be above the one that its bands were chosen for. */
function atThreshold(curve: Curve, threshold: number): Curve {
  const { bands, rows, slots, similarity = 'jaccard', requested } = curve
  return { ...describeCurve({ bands, rows }, similarity, threshold, requested), slots }
}

/** The value of an option of the command line of the run. */
function option(data: Tunable | undefined, name: string): string | undefined {
  return data?.given?.options.find(([given]) => given === name)?.[1]
}
