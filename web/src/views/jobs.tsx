import { useEffect, useState } from 'preact/hooks'
import type { Job } from '../../../src/client/job-client.js'
import { count, counted } from '../../../src/model/quantities.js'
import { hasEnded, jobs, openJob, problem, readJobs, removeJob, startJob } from '../data/jobs.js'
import { session } from '../data/server.js'
import { oneLine } from '../parts/format.js'

/** Long searches on the server: start, follow and cancel them, and view the results. */
export function JobsView() {
  const current = session()
  useEffect(() => {
    void readJobs()
  }, [current])
  return (
    <>
      <h1>Jobs</h1>
      <p>
        Search a whole file on the server: upload it, or name one in a folder that the server allows (
        <code>--allow</code>).
      </p>
      <JobForm />
      <p role="status">{problem.value}</p>
      <JobTable list={jobs.value} />
    </>
  )
}

function JobForm() {
  const [isBusy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const file = values.get('file')
    setBusy(true)
    await startJob({
      command: values.get('command') === 'dedup' ? 'dedup' : 'find',
      threshold: Number(values.get('threshold')),
      path: String(values.get('path')),
      file: file instanceof File && file.size > 0 ? file : undefined,
    })
    setBusy(false)
  }
  return (
    <form
      class="controls"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <label>
        <span>Command</span>
        <select name="command">
          <option value="find">find</option>
          <option value="dedup">dedup</option>
        </select>
      </label>
      <label>
        <span>Threshold</span>
        <input name="threshold" type="number" min="0.01" max="1" step="any" value="0.8" required />
      </label>
      <label>
        <span>File to upload</span>
        <input name="file" type="file" />
      </label>
      <label>
        <span>or path on the server</span>
        <input name="path" type="text" />
      </label>
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending …' : 'Start'}
      </button>
    </form>
  )
}

/** @param props.list undefined: not known yet */
function JobTable({ list }: { list: readonly Job[] | undefined }) {
  if (list === undefined) return problem.value === '' ? <p>Reading the list of jobs …</p> : null
  if (list.length === 0) return <p>No jobs yet.</p>
  return (
    <div class="scrolling" role="region" aria-label="Jobs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">started</th>
            <th scope="col">command</th>
            <th scope="col">state</th>
            <th scope="col">result</th>
            <th scope="col">actions</th>
          </tr>
        </thead>
        <tbody>
          {list.map((job) => (
            <tr key={job.job}>
              <td>{new Date(job.createdAt).toLocaleTimeString()}</td>
              <td>{job.command}</td>
              <td>
                <State job={job} />
              </td>
              <td>{resultOf(job)}</td>
              <td>
                <span class="together">
                  {job.results?.some(({ name }) => name === 'report') && (
                    <button type="button" onClick={() => openJob(job.job)}>
                      Open
                    </button>
                  )}
                  <button type="button" onClick={() => removeJob(job.job)}>
                    {hasEnded(job.state) ? 'Remove' : 'Cancel'}
                  </button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function State({ job: { state, progress } }: { job: Job }) {
  if (state !== 'running' || progress === undefined) return <>{state}</>
  return (
    <label class="progress">
      <span>{progress.stage}</span>{' '}
      <progress max={Math.max(progress.total, 1)} value={Math.min(progress.done, progress.total)} />
    </label>
  )
}

function resultOf({ summary, error }: Job): string {
  if (error) return oneLine(`${error.message}; ${error.hint}`, 300)
  const { documents, pairs, removed } = summary ?? {}
  return [
    ...(typeof documents === 'number' ? [counted(documents, 'document')] : []),
    ...(typeof pairs === 'number' ? [counted(pairs, 'pair')] : []),
    ...(typeof removed === 'number' ? [`${count(removed)} removed`] : []),
  ].join(', ')
}
