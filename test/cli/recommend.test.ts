import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonLines, Workspace } from './likewise.js'

const RATINGS = fileURLToPath(new URL('../../examples/data/ratings.csv', import.meta.url))

/** Two shelves; Ann and Dot each lack one book of theirs. */
const ROWS = [
  ['Ann', 'Alien'],
  ['Ann', 'Brazil'],
  ['Ben', 'Alien'],
  ['Ben', 'Brazil'],
  ['Ben', 'Contact'],
  ['Cid', 'Alien'],
  ['Cid', 'Contact'],
  ['Dot', 'Emma'],
  ['Eve', 'Emma'],
  ['Eve', 'Sanditon'],
] as const

const joined = (separator: string, header = '') =>
  header +
  ROWS.map(
    ([user, item], i) => `${user}${separator}${item}${separator}${4 + (i % 2)}${separator}${978300000 + i}\n`,
  ).join('')

describe.concurrent('likewise recommend', () => {
  it('with only a file, describes the data and shows three customers', async () => {
    const { code, stdout, stderr } = await new Workspace().run(['recommend', RATINGS])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('560 ratings: 40 customers, 48 items')
    expect(stdout).toContain('user: user, item: item, rating: rating, time: date')
    expect(stdout).toMatch(/counted .*ratings range from 1 to 5\)/)
    expect(stdout).toMatch(
      /chosen +by nDCG@10 on a held-out fifth of 40 customers: liked 0\.\d{3}, liked-disliked 0\.\d{3}, stars 0\.\d{3}/,
    )
    expect(stdout.match(/^for \w+$/gm)).toHaveLength(3)
    expect(stdout).toMatch(/because of .*; similar customers liked it: /)
  })

  it.each([
    ['names.csv', joined(',', 'userId,movieId,rating,timestamp\n')],
    ['u.data', joined('\t')],
    ['ratings.dat', joined('::')],
    ['semicolon.csv', joined(';', 'User-ID;Book;Book-Rating;Date\n')],
    ['purchases.csv', `customer,product\n${ROWS.map((row) => `${row.join(',')}\n`).join('')}`],
    ['lines.jsonl', ROWS.map(([user, item]) => `${JSON.stringify({ user, item, stars: 5 })}\n`).join('')],
  ])('reads %s, and finds what is missing on a shelf', async (name, content) => {
    const workspace = new Workspace()
    workspace.write(name, content)
    const { code, stdout } = await workspace.run(['recommend', name, '--for', 'Ann', '--json', '--quiet'])
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ events: 10, customers: 5, items: 5, counted: 10 })
    const [first] = report.recommendations[0].recommended
    expect(first).toMatchObject({ item: 'Contact', likedBy: 2 })
    expect(first.because[0].item).toMatch(/Alien|Brazil/)
    expect(report.similarCustomers[0]).toEqual({ name: 'Ben', similarity: 2 / 3 })
  })

  it('treats a first row with a name like id as a header, even in a table of two columns', async () => {
    const workspace = new Workspace()
    workspace.write('two.csv', 'id,text\nann,tea\nann,milk\nbob,tea\nbob,milk\neve,tea\n')
    const { stdout } = await workspace.run(['recommend', 'two.csv', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ events: 5 })
  })

  it('accepts a folder with ratings and titles, recognized by their names', async () => {
    const workspace = new Workspace()
    workspace.write('ratings.csv', joined(',', 'userId,movieId,rating,timestamp\n'))
    workspace.write('movies.csv', 'movieId,title\nContact,Contact (1997)\n')
    workspace.write('README.txt', 'not a table at all\n')
    const { stdout } = await workspace.run(['recommend', '.', '--for', 'Ann'])
    expect(stdout).toContain('Contact (1997)')
  })

  it('writes recommendations, similar items and groups according to the file extension', async () => {
    const workspace = new Workspace()
    const { code, stdout } = await workspace.run([
      'recommend',
      RATINGS,
      ...[
        '--recommendations',
        'all.jsonl',
        '--similar-items',
        'items.csv',
        '--similar-customers',
        'customers.tsv',
      ],
      ...[
        '--clusters',
        'groups.jsonl',
        '--group-threshold',
        '0.4',
        '--top',
        '2',
        '--preferences',
        'liked-disliked',
      ],
    ])
    expect([code, workspace.names()]).toEqual([
      0,
      ['all.jsonl', 'customers.tsv', 'groups.jsonl', 'items.csv'],
    ])
    expect(stdout).toContain('written     all.jsonl, customers.tsv, items.csv, groups.jsonl')
    const rows = workspace.rows('all.jsonl')
    expect(rows).toHaveLength(80)
    expect(Object.keys(rows[0]!)).toEqual([
      'customer',
      'rank',
      'item',
      'score',
      'likedBy',
      'because',
      'customers',
    ])
    expect(workspace.read('items.csv')).toMatch(/^item,rank,other,similarity\n.*,1,.*,0\.\d+\n/)
    expect(workspace.rows('groups.jsonl')[0]).toMatchObject({ cluster: 0, size: expect.any(Number) })
  })

  it('shows the items most like one, and reads stdin', async () => {
    const { stdout } = await new Workspace().run(
      ['recommend', '-', '--like', 'Alien', '--json', '--quiet'],
      joined(',', 'user,item,rating,time\n'),
    )
    const { similarItems, recommendations } = JSON.parse(stdout)
    expect(similarItems.map(({ name }: { name: string }) => name)).toEqual(['Brazil', 'Contact'])
    expect(recommendations).toEqual([])
  })

  it('compares itself with strong baselines', async () => {
    const { stdout } = await new Workspace().run(['recommend', RATINGS, '--evaluate', '--json', '--quiet'])
    const { evaluation } = JSON.parse(stdout)
    expect(evaluation.map(({ name }: { name: string }) => name)).toEqual([
      'likewise',
      'EASE',
      'ALS',
      'item–item cosine',
      'most popular',
    ])
    const [own, popular] = [evaluation[0], evaluation[4]]
    for (const measure of ['hitRate', 'precision', 'ndcg', 'map', 'coverage'])
      expect(own.lastItem[measure]).toBeGreaterThan(0)
    expect(own.lastItem.customers).toBe(popular.lastItem.customers)
    expect(own.lastItem.hitRate).toBeGreaterThan(popular.lastItem.hitRate)
  })

  it('suggests --evaluate only if it was not given', async () => {
    const workspace = new Workspace()
    const plain = await workspace.run(['recommend', RATINGS])
    expect(plain.stdout).toContain(
      'with --for CUSTOMER (one customer), --recommendations FILE\n(write all) or --evaluate (measure the quality).\n',
    )
    const evaluated = await workspace.run(['recommend', RATINGS, '--evaluate'])
    expect(evaluated.stdout).toContain(
      'with --for CUSTOMER (one customer) or --recommendations FILE\n(write all).\n',
    )
  })

  it('says for which held-out items there is nothing to evaluate', async () => {
    const workspace = new Workspace()
    const liked = Array.from({ length: 8 }, (_, i) => ['Ann', 'Ben', 'Cid'].map((user) => `${user},${i},5\n`))
    const rest = ['Ann', 'Ben', 'Cid'].map((user) => `${user},8,5\n${user},9,1\n`)
    workspace.write('low.csv', `user,item,rating\n${liked.flat().join('')}${rest.join('')}`)
    const { stdout } = await workspace.run(['recommend', 'low.csv', '--evaluate'])
    expect(stdout).toContain(
      '\n  last event held out: nothing to evaluate, because no customer liked a held-out item\n\n  last fifth held out (3 customers)',
    )
  })

  it('accepts ratings that are all equal, and a limit below the usual one for disliked', async () => {
    const workspace = new Workspace()
    workspace.write('equal.csv', `user,item,rating\n${ROWS.map((row) => `${row.join(',')},1\n`).join('')}`)
    const { code, stdout } = await workspace.run(['recommend', 'equal.csv', '--for', 'Ann'])
    expect(code).toBe(0)
    expect(stdout).toContain('1  Contact')
    expect((await workspace.run(['recommend', RATINGS, '--liked-from', '2'])).code).toBe(0)
  })

  it('prints rows on stdout and the summary on stderr', async () => {
    const { stdout, stderr } = await new Workspace().run([
      'recommend',
      RATINGS,
      '--recommendations',
      '-',
      '--top',
      '1',
    ])
    expect(jsonLines(stdout)).toHaveLength(40)
    expect(stderr).toContain('560 ratings')
  })
})

describe.concurrent('recommend on bad input', () => {
  it.each([
    [['gone.csv'], 1, 'gone.csv: no such file'],
    [['bad.csv'], 1, 'bad.csv, line 3: the rating in the column "rating" is not a number'],
    [['short.csv'], 1, 'short.csv, line 3: 2 fields instead of 3'],
    [['good.csv', '--user', 'who'], 1, 'no column "who" (its columns: user, item, rating)'],
    [['-', '-'], 2, 'stdin can be read only once; use - only once'],
    [['good.csv', '--for', 'Zoe'], 2, '--for: "Zoe" is not in the input'],
    [['good.csv', '--like', 'Zardoz'], 2, '--like: "Zardoz" is not in the input'],
    [
      ['bought.csv', '--preferences', 'stars'],
      2,
      'invalid --preferences: "stars"; expected \'liked\' for purchases without ratings',
    ],
    [
      ['good.csv', '--liked-from', '2', '--disliked-to', '3'],
      2,
      'invalid --disliked-to: 3; expected less than --liked-from, 2',
    ],
    [['good.csv', '--evaluate'], 2, 'nothing to evaluate: no customer has two different items'],
    [['one.csv', '--evaluate', '--recommendations', 'x.csv'], 2, 'there is only one customer'],
    [['low.csv', '--evaluate'], 2, 'no customer liked any of the last items; decrease --liked-from'],
    [['good.csv', '--disliked-to', '1', '--preferences', 'liked'], 2, '--disliked-to has no effect on liked'],
    [['good.csv', '--recommendations', 'x.xlsx'], 1, 'x.xlsx: unknown extension'],
    [['good.csv', '--recommendations', '-', '--json'], 2, 'would share stdout'],
    [['good.csv', '--recommendations', 'good.csv'], 2, 'the same file'],
  ])('%j ends with %i and says: %s', async (args, code, message) => {
    const workspace = new Workspace()
    workspace.write('good.csv', 'user,item,rating\nAnn,tea,5\nBen,tea,4\n')
    workspace.write('bad.csv', 'user,item,rating\nAnn,tea,5\nBen,tea,good\n')
    workspace.write('short.csv', 'user,item,rating\nAnn,tea,5\nBen,tea\n')
    workspace.write('bought.csv', 'user,item\nAnn,tea\n')
    workspace.write('one.csv', 'user,item\nAnn,tea\nAnn,milk\nAnn,rice\n')
    workspace.write('low.csv', 'user,item,rating\nAnn,tea,5\nAnn,milk,1\nBen,milk,4\nBen,rice,2\n')
    const before = workspace.names()
    const outcome = await workspace.run(['recommend', ...args])
    expect([outcome.code, outcome.stdout]).toEqual([code, ''])
    expect(outcome.stderr).toContain(message)
    expect(workspace.names()).toEqual(before)
  })

  it('a bad row is skipped and counted on request', async () => {
    const workspace = new Workspace()
    workspace.write('bad.csv', 'user,item,rating\nAnn,tea,5\nBen,tea,good\n')
    const { code, stdout } = await workspace.run(['recommend', 'bad.csv', '--on-error', 'skip'])
    expect(code).toBe(0)
    expect(stdout).toContain('1 bad record\n              bad.csv, line 3')
  })
})
