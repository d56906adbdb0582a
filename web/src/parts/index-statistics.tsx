import { useEffect, useState } from 'preact/hooks'
import type { IndexStatistics as Statistics } from '../../../src/client/client.js'
import { bytes, count, counted, duration, percent } from '../../../src/model/quantities.js'
import { callServer, problemOf, session } from '../data/server.js'

/** The statistics of the server's index. */
export function IndexStatistics({ namespace }: { namespace: string }) {
  const [statistics, setStatistics] = useState<Statistics>()
  const [problem, setProblem] = useState('')
  const current = session()
  useEffect(() => {
    let isStale = false
    callServer((client) => client.namespace(namespace).stats()).then(
      (found) => {
        if (isStale) return
        setStatistics(found)
        setProblem('')
      },
      (error) => !isStale && setProblem(problemOf(error)),
    )
    return () => {
      isStale = true
    }
  }, [current, namespace])
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics">The index</h2>
      {problem && <p>{problem}</p>}
      {statistics && (
        <>
          <dl class="tiles">
            <Tile name="documents" value={count(statistics.documents)} />
            <Tile name="empty" value={count(statistics.empty)} />
            {statistics.bytes !== undefined && <Tile name="size" value={bytes(statistics.bytes)} />}
          </dl>
          <table class="facts">
            <tbody>
              {settingsOf(statistics).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

/** The settings of an index, in words. */
function settingsOf({ parameters, expiry }: Statistics): [name: string, value: string][] {
  const { threshold, recall, bands, rows, scheme, shingle, containment, keepTexts, version } = parameters
  return [
    ['threshold', `${threshold}`],
    [
      'recall',
      `at least ${percent(recall.guaranteed)} at the threshold (${percent(recall.requested)} requested)`,
    ],
    ['shingles', shinglesOf(shingle)],
    ['bands', `${counted(bands, 'band')} of ${counted(rows, 'row')}`],
    ['signatures', `${counted(scheme.slots, 'slot')}, ${scheme.sketch}, seed ${scheme.seed}`],
    [
      'containment',
      containment === null
        ? 'not detected'
        : `detected if a text has ${percent(containment.threshold)} of its shingles in a document; reliable from ${counted(containment.guaranteedFrom, 'shingle')}`,
    ],
    ['texts', keepTexts ? 'stored' : 'not stored'],
    ['documents expire', expiryOf(expiry)],
    ['format', `version ${version}`],
  ]
}

function expiryOf({ maxAge, maxIdle, maxDocuments }: Statistics['expiry']): string {
  const rules = [
    maxAge !== undefined && `${duration(maxAge / 1000)} after they were added`,
    maxIdle !== undefined && `${duration(maxIdle / 1000)} after their last use`,
    maxDocuments !== undefined && `beyond ${counted(maxDocuments, 'document')}`,
  ].filter((rule) => rule !== false)
  return rules.join(', ') || 'never'
}

function shinglesOf(shingle: Statistics['parameters']['shingle']): string {
  const { kind, k, bag, nfkc, punctuation, whitespace, ignorePhrases = [] } = shingle
  return [
    kind === 'stopwords'
      ? `a stop word and the next ${counted(k - 1, 'word')}`
      : `runs of ${counted(k, kind === 'words' ? 'word' : 'character')}`,
    bag && 'counted as often as they occur',
    shingle.case === 'keep' && 'upper and lower case differ',
    nfkc && 'Unicode NFKC',
    punctuation === 'remove' && 'without punctuation',
    whitespace !== 'collapse' && `white space: ${whitespace}`,
    ignorePhrases.length > 0 && `without ${counted(ignorePhrases.length, 'ignored phrase')}`,
  ]
    .filter((part) => part !== false)
    .join('; ')
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
