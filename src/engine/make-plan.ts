// The plan of a search without a look at its documents, and the request from which a plan is made with one.

import { chooseNestedBands, listNestedLayouts, withOwnSlots } from '../band/nested-bands.js'
import type { BandLayout } from '../band/s-curve.js'
import { conflicting, incomplete } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { bandThreshold, type Plan } from '../model/plan.js'
import { counted } from '../model/quantities.js'
import { RANGES } from '../model/ranges.js'
import { checkBandsFind, checkBandsReach, checkKeptFrom, checkPlan } from '../plan/check-plan.js'
import { defaultMethod, exactPlanOf, type PlanRequest, requestedOf } from '../plan/choose-plan.js'
import { makeSketcher } from '../sketch/sketch.js'
import { checkShingleOptions, planShingles } from '../text/shingle-options.js'
import { checkRequestOption, IN_PLAN, type PlannedOptions, valueOrDefault } from './request.js'

/**
 * The plan to follow: the one that was passed, an exact search for recall 1, or bands for the requested recall, chosen
 * without looking at the documents.
 */
export function makePlan(options: PlannedOptions): Plan {
  const request = checkPlannable(options)
  if (request === undefined) return checkPlan(options.plan)
  const method = defaultMethod(request)
  if (method === 'exact') return exactPlanOf(request)
  const { bands, rows, slots } = request.layout
    ? withOwnSlots(request.layout)
    : chooseNestedBands(bandRequest(request))
  const { sketch, seed } = request.scheme
  return { ...requestedOf(request), method, bands, rows, scheme: { sketch, slots, seed } }
}

/**
 * Rejects what `makePlan` and `choosePlan` would reject, without choosing a plan. Returns the request, unless a plan was passed.
 */
export function checkPlannable(options: PlannedOptions): PlanRequest | undefined {
  valueOrDefault(options, 'clusters')
  if (options.plan !== undefined) {
    const set = IN_PLAN.find((name) => options[name] !== undefined)
    if (set !== undefined) throw conflicting(set, options[set], '`plan`, which sets it')
    checkPlan(options.plan)
    return undefined
  }
  const request = readPlanRequest(options)
  if (defaultMethod(request) === 'bands' && request.layout === undefined)
    listNestedLayouts(bandRequest(request))
  return request
}

function bandRequest(request: PlanRequest) {
  const { recall, slots } = request
  return { threshold: bandThreshold(request), recall, ...(slots !== undefined && { slots }) }
}

/** The request of a search, checked and with all defaults: what `choosePlan` takes together with the statistics of a sample. */
export function readPlanRequest(options: PlannedOptions): PlanRequest {
  const { keepPairsFrom, method } = options
  const [sketch, seed] = [valueOrDefault(options, 'sketch'), valueOrDefault(options, 'seed')]
  const slots = options.slots === undefined ? {} : { slots: options.slots }
  makeSketcher({ sketch, seed, ...slots })
  const threshold = valueOrDefault(options, 'threshold')
  const similarity = valueOrDefault(options, 'similarity')
  const request = {
    threshold,
    ...(similarity !== 'jaccard' && { similarity }),
    maxGroup: valueOrDefault(options, 'maxGroup'),
    ...(keepPairsFrom !== undefined && {
      keepPairsFrom: checkKeptFrom('keepPairsFrom', keepPairsFrom, threshold),
    }),
    recall: valueOrDefault(options, 'recall'),
    shingle: planShingles(checkShingleOptions(valueOrDefault(options, 'shingle'))),
    scheme: { sketch, seed },
    ...slots,
    ...(method !== undefined && { method: checkRequestOption('method', method) }),
  }
  const layout = readLayout(options, request)
  return layout === undefined ? request : { ...request, method: 'bands', layout }
}

/** The requested bands and rows, if any. They must be able to find what is requested. */
function readLayout(options: PlannedOptions, request: PlanRequest): BandLayout | undefined {
  const { bands, rows, slots, method } = options
  if (bands === undefined && rows === undefined) return undefined
  if (bands === undefined) throw incomplete('rows', rows, '`bands`')
  if (rows === undefined) throw incomplete('bands', bands, '`rows`')
  const layout = { bands: checkRequestOption('bands', bands), rows: checkRequestOption('rows', rows) }
  if (method === 'exact') throw conflicting('bands', bands, "`method: 'exact'`")
  if (slots !== undefined) throw conflicting('slots', slots, '`bands` and `rows`')
  const [, maxSlots] = RANGES.slots
  if (bands * rows > maxSlots)
    throw new InvalidOption(
      'bands',
      bands,
      `at most ${Math.floor(maxSlots / rows)} with ${counted(rows, 'row')}`,
    )
  checkBandsFind('bands', request)
  checkBandsReach('recall', request, layout)
  return layout
}
