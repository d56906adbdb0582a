import { checkNames } from '../model/check.js'
import { InvalidArtifact, InvalidOption } from '../model/errors.js'
import { checkObject, checkPlan } from './check-plan.js'
import { type ExplainedPlan, explainPlan, PLAN_FORMAT, PLAN_VERSION } from './explained-plan.js'

const FIELDS = ['format', 'version', 'plan', 'reason', 'alternatives', 'sample', 'predicted', 'actual']

/**
 * Reads a plan file: what a run directory keeps, what `likewise explain --json` prints, a report that carries its plan, or
 * the bare plan of a result. Throws `InvalidArtifact` for another format or
 * version, and `InvalidOption` for a field that is unknown or out of range.
 *
 * @example parsePlan(text).plan.threshold // 0.8
 */
export function parsePlan(text: string): ExplainedPlan {
  const file = checkObject('plan', parseJson(text))
  if (file.format === undefined && file.method !== undefined) return explainPlan(checkPlan(file))
  if (file.format === undefined && typeof file.command === 'string' && file.plan !== undefined)
    return planOfReport(file)
  if (file.format !== PLAN_FORMAT)
    throw new InvalidArtifact(
      PLAN_FORMAT,
      `its format is ${JSON.stringify(file.format) ?? 'not named'}`,
      OTHER_FILE,
    )
  if (file.version !== PLAN_VERSION) {
    throw new InvalidArtifact(
      PLAN_FORMAT,
      `plan version ${String(file.version)} was written by another version of Likewise; this one reads version ${PLAN_VERSION}`,
      'create it again with `explain`',
    )
  }
  checkNames(file, FIELDS)
  checkNumbers('plan', file)
  return { ...(file as unknown as ExplainedPlan), plan: checkPlan(file.plan) }
}

/** Uses only the plan of a report and its explanation; the rest is about the run. */
function planOfReport(report: Record<string, unknown>): ExplainedPlan {
  const explained = Object.fromEntries(
    Object.entries(report).filter(([name]) => FIELDS.includes(name) && name !== 'version'),
  )
  checkNumbers('plan', explained)
  return {
    ...(explained as unknown as ExplainedPlan),
    ...alternativesOf(report),
    ...explainPlan(checkPlan(report.plan)),
  }
}

/** In a report, the recall of an alternative is called `guaranteed`, as that of the run. */
function alternativesOf({ alternatives }: Record<string, unknown>): Pick<ExplainedPlan, 'alternatives'> {
  if (!Array.isArray(alternatives)) return {}
  return { alternatives: alternatives.map(({ guaranteed, ...one }) => ({ recall: guaranteed, ...one })) }
}

const OTHER_FILE = 'use a plan written by `explain`'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidArtifact(PLAN_FORMAT, `it is not JSON (${(error as Error).message})`, OTHER_FILE)
  }
}

/** Everything except the plan is only printed, so numbers must be valid, but not plausible. */
function checkNumbers(name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) checkNumbers(`${name}.${field}`, inner)
  } else if (value === null || (typeof value === 'number' && value < 0)) {
    throw new InvalidOption(name, value, 'a number of at least 0')
  }
}
