import { useEffect, useState } from 'preact/hooks'
import type { IndexStatistics as Statistics } from '../../../src/client/client.js'
import { count } from '../../../src/model/quantities.js'
import { callServer, problemOf, session } from '../data/server.js'

/** The statistics of the server's index. */
export function IndexStatistics({ namespace }: { namespace: string }) {
  const [statistics, setStatistics] = useState<Statistics>()
  const [problem, setProblem] = useState('')
  const current = session()
  useEffect(() => {
    callServer((client) => client.namespace(namespace).stats()).then(
      (found) => {
        setStatistics(found)
        setProblem('')
      },
      (error) => setProblem(problemOf(error)),
    )
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
            {statistics.bytes !== undefined && (
              <Tile name="megabytes" value={(statistics.bytes / 1e6).toFixed(1)} />
            )}
          </dl>
          <table>
            <tbody>
              {Object.entries(statistics.parameters).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
