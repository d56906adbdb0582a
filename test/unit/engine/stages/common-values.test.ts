import { describe, expect, it } from 'vitest'
import {
  CommonValues,
  ReceivedValues,
  SentOnce,
} from '../../../../src/engine/stages/threads/common-values.js'

const blocks = [{ name: 'one' }, { name: 'two' }]
const sets = [{ name: 'three' }]

describe('what tasks have in common', () => {
  it('is sent once, and every task arrives whole', () => {
    const stages = [
      [0, 1, 2].map((share) => ({ kind: 'equal', blocks, share, first: { share } })),
      [0, 1].map((share) => ({ kind: 'band', blocks, sets, share })),
      [0, 1].map((share) => ({ kind: 'verify', sets, share })),
      [0, 1].map((share) => ({ kind: 'equal', blocks, share })),
    ]
    const sent = new SentOnce()
    const received = new ReceivedValues()
    const values: string[][] = []
    for (const tasks of stages) {
      const common = new CommonValues(tasks)
      for (const task of tasks) {
        const message = structuredClone({ task: common.without(task), common: sent.begin(common) })
        if (message.common !== undefined) {
          values.push(
            Object.keys(message.common).filter((name) => message.common![name]!.value !== undefined),
          )
          received.receive(message.common)
        }
        expect(received.complete(message.task)).toEqual(task)
      }
    }
    // Blocks stay from the first stage to the second; in the last they are gone.
    expect(values).toEqual([['blocks'], ['sets'], [], ['blocks']])
  })

  it('is empty if there is one task or none', () => {
    expect(new CommonValues([]).entries()).toEqual([])
    expect(new CommonValues([{ kind: 'sets', blocks }]).entries()).toEqual([])
  })
})
