import { useEffect, useRef, useState } from 'preact/hooks'
import { count, counted, percent } from '../../../src/model/quantities.js'
import type { Match } from '../../../src/store/store.js'
import { callServer, problemOf, session } from '../data/server.js'
import { oneLine, score } from '../parts/format.js'
import { IndexStatistics } from '../parts/index-statistics.js'
import { Scrolling } from '../parts/scrolling.js'
import { SideBySide } from '../parts/side-by-side.js'

const LIMIT = 50

/** The query, and what the index has that is similar. */
interface Answer {
  readonly text: string
  readonly namespace: string
  readonly matches: readonly Match[]
}

/** Compares a text with the server's index: what it resembles, and where. */
export function LiveView() {
  const [namespace, setNamespace] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState<Match>()
  const queries = useRef(0)
  const query = async (text: string) => {
    const number = ++queries.current
    setShown(undefined)
    setProblem('')
    try {
      const matches = await callServer((client) => client.namespace(namespace).query(text, { limit: LIMIT }))
      // The answer to an earlier query may come last.
      if (number === queries.current) setAnswer({ text, namespace, matches })
    } catch (error) {
      if (number !== queries.current) return
      setAnswer(undefined)
      setProblem(problemOf(error))
    }
  }
  return (
    <>
      <h1>Live</h1>
      <form
        class="live"
        onSubmit={(event) => {
          event.preventDefault()
          void query(String(new FormData(event.currentTarget).get('text')))
        }}
      >
        <label>
          <span>Text to look for</span>
          <textarea name="text" rows={8} required />
        </label>
        <div class="bar">
          <button type="submit">Find similar documents</button>
          <Namespaces value={namespace} setValue={setNamespace} />
        </div>
      </form>
      <p role="status">{problem || (answer && foundText(answer.matches.length))}</p>
      {answer && answer.matches.length > 0 && (
        <Matches matches={answer.matches} shown={shown} show={setShown} />
      )}
      {answer && shown && (
        <Compared key={String(shown.id)} text={answer.text} match={shown} namespace={answer.namespace} />
      )}
      <IndexStatistics namespace={namespace} />
    </>
  )
}

function foundText(matches: number): string {
  return matches < LIMIT
    ? `${counted(matches, 'similar document')} in the index`
    : `The ${LIMIT} most similar documents in the index`
}

function Namespaces({ value, setValue }: { value: string; setValue: (name: string) => void }) {
  const [names, setNames] = useState<readonly string[]>([])
  const current = session()
  useEffect(() => {
    callServer((client) => client.namespaces()).then(setNames, () => {})
  }, [current])
  const offered = [...new Set(['', ...names])]
  if (offered.length < 2) return null
  return (
    <label>
      <span>Namespace</span>{' '}
      <select value={value} onChange={(event) => setValue(event.currentTarget.value)}>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name === '' ? '(default)' : oneLine(name, 60)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Matches({
  matches,
  shown,
  show,
}: {
  matches: readonly Match[]
  shown: Match | undefined
  show: (match: Match) => void
}) {
  return (
    <Scrolling label="Similar documents">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              similarity
            </th>
            <th scope="col">document</th>
            <th scope="col">kind</th>
            <th scope="col" class="number">
              of your text
            </th>
            <th scope="col" class="number">
              of the document
            </th>
            <th scope="col">texts</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={String(match.id)}>
              <td class="number">{score(match.similarity)}</td>
              <th scope="row">{oneLine(String(match.id))}</th>
              <td>{match.kind}</td>
              <td class="number">{percent(match.containment.documentInMatch)}</td>
              <td class="number">{percent(match.containment.matchInDocument)}</td>
              <td>
                <button type="button" aria-pressed={match === shown} onClick={() => show(match)}>
                  Compare
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** The text and a document of the index side by side, if the index stores texts. */
function Compared({ text, match, namespace }: { text: string; match: Match; namespace: string }) {
  const [stored, setStored] = useState<string>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    callServer((client) => client.namespace(namespace).get(match.id)).then(
      (document) => {
        if (document === undefined) setProblem('The document is no longer in the index.')
        else if (document.text === undefined)
          setProblem('The index keeps no texts: build it with --keep-texts to see the passages.')
        else setStored(document.text)
      },
      (error) => setProblem(problemOf(error)),
    )
  }, [match, namespace])
  if (problem) return <p role="status">{problem}</p>
  if (stored === undefined) return <p role="status">Reading {count(1)} document …</p>
  return (
    <SideBySide
      documents={[
        { name: 'Your text', text },
        { name: String(match.id), text: stored },
      ]}
    />
  )
}
