import { describe, expect, it } from 'vitest'
import { eventOf, findColumns, isColumnName } from '../../../../src/apps/recommend/columns.js'

const find = (names: string, rows: readonly (readonly unknown[])[] = [], request = {}) => {
  const columns = names.split(',')
  return findColumns(
    columns,
    rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
    request,
  )
}

describe('columns by their names', () => {
  it.each([
    ['userId,movieId,rating,timestamp', 'userId,movieId,rating,timestamp'],
    ['User-ID,ISBN,Book-Rating', 'User-ID,ISBN,Book-Rating,'],
    ['userid,artistid,weight', 'userid,artistid,,'],
    ['user_id,business_id,stars,date,review_id', 'user_id,business_id,stars,date'],
    ['reviewerID,asin,overall,unixReviewTime', 'reviewerID,asin,overall,unixReviewTime'],
    [
      'marketplace,customer_id,review_id,product_id,product_parent,product_title,star_rating,review_date',
      'customer_id,product_id,star_rating,review_date',
    ],
    [
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country',
      'CustomerID,StockCode,,InvoiceDate',
    ],
    ['rating,item,user', 'user,item,rating,'],
    ['date,customer,product', 'customer,product,,date'],
  ])('%s', (names, expected) => {
    const [user, item, rating, time] = expected.split(',')
    expect(find(names)).toEqual({
      user,
      item,
      ...(rating !== '' && { rating }),
      ...(time !== '' && { time }),
    })
  })

  it('know the usual names from data', () => {
    expect(['userId', 'Product', 'stars'].map(isColumnName)).toEqual([true, true, true])
    expect(['A2CX7LUOHB2NDG', '978300760', 'Toy Story'].map(isColumnName)).toEqual([false, false, false])
  })
})

describe('columns by their place', () => {
  it('are user, item, rating and time', () => {
    expect(find('1,2,3,4', [[196, 242, 3, 881250949]])).toEqual({
      user: '1',
      item: '2',
      rating: '3',
      time: '4',
    })
  })

  it('a large number or a date is no rating', () => {
    expect(find('1,2,3', [[1, 2, 881250949]])).toEqual({ user: '1', item: '2', time: '3' })
    expect(find('1,2,3', [[1, 2, '2024-01-31']])).toEqual({ user: '1', item: '2', time: '3' })
  })

  it('a count is neither', () => {
    expect(find('1,2,3', [[1, 2, 13883]])).toEqual({ user: '1', item: '2' })
  })

  it('are the first two where names say nothing', () => {
    expect(find('who,what,note')).toEqual({ user: 'who', item: 'what' })
  })
})

describe('columns that are requested', () => {
  it('are taken by name or by number', () => {
    expect(find('a,b,c', [], { user: 'c', item: '1', rating: 'b' })).toEqual({
      user: 'c',
      item: 'a',
      rating: 'b',
    })
  })

  it('must exist', () => {
    expect(find('a,b', [], { user: 'x' })).toEqual({ missing: 'x' })
    expect(find('user')).toEqual({ missing: 'item' })
  })
})

describe('an event', () => {
  const columns = { user: 'u', item: 'i', rating: 'r', time: 't' }

  it('is read from texts and from numbers', () => {
    const expected = { customer: '7', item: 'x', rating: 4.5, time: 10 }
    expect(eventOf({ u: '7', i: ' x ', r: '4.5', t: '10' }, columns)).toEqual(expected)
    expect(eventOf({ u: 7, i: 'x', r: 4.5, t: 10 }, columns)).toEqual(expected)
    expect(eventOf({ u: 7, i: 'x', r: '4,5', t: '10' }, columns)).toEqual(expected)
    expect(eventOf({ u: 7, i: 'x', r: 4.5, t: '1970-01-02' }, columns)).toMatchObject({ time: 86_400_000 })
  })

  it.each([
    [{ u: '', i: 'x', r: 1, t: 1 }, 'no user in the column "u"'],
    [{ u: 'a', i: null, r: 1, t: 1 }, 'no item in the column "i"'],
    [{ u: 'a', i: 'x', r: 'good', t: 1 }, 'the rating in the column "r" is not a number'],
    [{ u: 'a', i: 'x', r: 1, t: 'soon' }, 'the time in the column "t" is neither a number nor a date'],
  ])('that is invalid says why: %j', (row, problem) => {
    expect(eventOf(row, columns)).toEqual({ problem })
  })
})
