import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import type { Plan } from '../../../src/model/plan.js'
import type { ExplainedPlan } from '../../../src/plan/explained-plan.js'
import { explain } from '../../../src/public/node.js'
import { settingsOf, tune } from '../../../web/src/data/tuning.js'

/** Documents of which some are similar, at all similarities. */
function documents(count: number) {
  const random = new Random(3)
  const words = (length: number) => Array.from({ length }, () => `w${random.below(5000)}`)
  const made: { id: string; text: string }[] = []
  for (let i = 0; i < count; i++) {
    const own = i % 4 === 3 ? made[random.below(made.length)]!.text.split(' ') : words(60)
    for (let change = random.below(30); change > 0; change--) own[random.below(own.length)] = 'x'
    made.push({ id: `${i}`, text: own.join(' ') })
  }
  return made
}

const layoutOf = (plan: Plan) =>
  plan.method === 'bands' ? { bands: plan.bands, rows: plan.rows, slots: plan.scheme.slots } : 'exact'

describe('the tuner', () => {
  const source = documents(800)
  const plan = (request: object): Promise<ExplainedPlan> => explain(source, request)
  const shown = ({ curve, exactBecause }: ReturnType<typeof tune>) =>
    exactBecause === undefined ? { bands: curve!.bands, rows: curve!.rows, slots: curve!.slots } : 'exact'

  describe.each(['jaccard', 'cosine', 'dice'] as const)('with %s', (similarity) => {
    let run: ExplainedPlan
    beforeAll(async () => {
      run = await plan({ threshold: 0.7, similarity, method: 'bands' })
    })

    it('shows the plan of the run', () => {
      const data = {
        plan: run.plan,
        sample: run.sample!,
        given: { inputs: [], options: [['method', 'bands']] },
      } as const
      expect(shown(tune(data, settingsOf(data)))).toEqual(layoutOf(run.plan))
    })

    it.each([0.8, 0.9, 0.97, 0.995])('shows the bands that a search for recall %d uses', async (recall) => {
      const data = {
        plan: run.plan,
        sample: run.sample!,
        given: { inputs: [], options: [['method', 'bands']] },
      } as const
      const other = await plan({ threshold: 0.7, similarity, recall, method: 'bands' })
      const tuned = tune(data, { threshold: 0.7, recall, layout: undefined })
      expect(shown(tuned)).toEqual(layoutOf(other.plan))
      expect(tuned.basis).toBe('sample')
      expect(tuned.expected!.candidates).toBe(other.predicted!.candidates)
      expect(tuned.curve!.recall).toBeGreaterThanOrEqual(recall)
    })
  })

  it('says when a search is exact', async () => {
    const run = await plan({ threshold: 0.7 })
    const data = { plan: run.plan, sample: run.sample! }
    for (const recall of [0.9, 0.99, 1]) {
      const other = await plan({ threshold: 0.7, recall })
      expect(shown(tune(data, { threshold: 0.7, recall, layout: undefined }))).toEqual(layoutOf(other.plan))
    }
    expect(tune(data, { threshold: 0.7, recall: 1, layout: undefined }).exactBecause).toBe(
      'recall 1 requires an exact search',
    )
    const contained = await plan({ threshold: 0.7, similarity: 'containment' })
    expect(
      tune({ plan: contained.plan, sample: contained.sample! }, settingsOf({ plan: contained.plan })),
    ).toMatchObject({
      curve: undefined,
      exactBecause: 'bands cannot find pairs by containment',
    })
  })

  it('says that the sample was examined for another threshold', async () => {
    const run = await plan({ threshold: 0.7 })
    const data = { plan: run.plan, sample: run.sample! }
    expect(tune(data, { threshold: 0.6, recall: 0.95, layout: undefined }).basis).toBe(
      'sample of another threshold',
    )
    expect(tune(undefined, settingsOf(undefined))).toMatchObject({
      basis: 'settings',
      exactBecause: undefined,
      curve: { bands: 13, rows: 7 },
    })
  })
})
