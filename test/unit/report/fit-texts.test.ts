import { expect, it } from 'vitest'
import { PairBuilder } from '../../../src/model/pair.js'
import { orderToShow } from '../../../src/report/choose-texts.js'
import { fitTexts, reportText } from '../../../src/report/fit-texts.js'

it('shows each pair once, borderline and certain ones in turn', () => {
  const builder = new PairBuilder()
  for (let i = 0; i < 50; i++) builder.add(i, i + 1, i < 48 ? 0.7 : 1)
  const order = [...orderToShow(builder.pairs(), 0.7)]
  expect(order.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => i))
  expect(order.slice(0, 4).filter((i) => i >= 48)).toHaveLength(2)
})

it('takes the pairs in order as long as both texts fit', () => {
  const lengths = [40, 40, 90, 10]
  const fitting = fitTexts(
    [
      [0, 1],
      [1, 2],
      [0, 3],
    ],
    (document) => lengths[document]!,
    { text: 100, oneText: 50 },
  )
  expect([...fitting]).toEqual([0, 1, 3])
})

it('cuts off a text that is too long, and says how much', () => {
  const limits = { text: 100, oneText: 4 }
  expect(reportText(7, 'abcdefg', limits)).toEqual({ document: 7, text: 'abcd', cut: 3 })
  expect(reportText(7, 'abcd', limits)).toEqual({ document: 7, text: 'abcd' })
})
