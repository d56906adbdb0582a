import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { current } from './data/current.js'
import { focusAfterNavigation } from './data/focus.js'
import type { ReportModel } from './data/model.js'
import { route } from './data/route.js'
import { canSearch } from './data/search.js'
import { isServed, needsToken } from './data/server.js'
import { hasFiles } from './parts/dragged.js'
import { oneLine } from './parts/format.js'
import { TokenForm } from './parts/token-form.js'
import { ClusterView } from './views/cluster.js'
import { ClustersView } from './views/clusters.js'
import { FilesView } from './views/files.js'
import { JobsView } from './views/jobs.js'
import { LabView } from './views/lab.js'
import { LiveView } from './views/live.js'
import { OverviewView } from './views/overview.js'
import { PairView } from './views/pair.js'
import { PairsView } from './views/pairs.js'
import { TunerView } from './views/tuner.js'

/** The page: its navigation, and the view named in the URL hash. */
export function App() {
  const model = current.value
  const { hash, view, args } = route.value
  useEffect(() => focusAfterNavigation(hash), [hash])
  useEffect(ignoreDroppedFiles, [])
  return (
    <>
      <header class="top">
        <a class="brand" href="#/">
          Likewise
        </a>
        <nav aria-label="Views">
          {canSearch && (
            <Tab to="files" views={model ? ['files'] : ['files', '']}>
              Files
            </Tab>
          )}
          {model && (
            <>
              <Tab to="" views={['']}>
                Overview
              </Tab>
              <Tab to="pairs" views={['pairs', 'pair']}>
                Pairs
              </Tab>
              <Tab to="clusters" views={['clusters', 'cluster']}>
                {model.groupNoun === 'group' ? 'Groups' : 'Clusters'}
              </Tab>
            </>
          )}
          {isServed && (
            <>
              <Tab to="live" views={model ? ['live'] : ['live', '']}>
                Live
              </Tab>
              <Tab to="jobs" views={['jobs']}>
                Jobs
              </Tab>
            </>
          )}
          <Tab to="tuner" views={model || isServed || canSearch ? ['tuner'] : ['tuner', '']}>
            Tuner
          </Tab>
          <Tab to="lab" views={['lab']}>
            Lab
          </Tab>
        </nav>
      </header>
      <main>
        {isServed && needsToken.value && <TokenForm />}
        {chooseView(model, view, args)}
      </main>
      {model && (
        <footer>
          <p>
            <bdi>{oneLine(model.data.title)}</bdi>, {new Date(model.data.created).toLocaleString()}.
            {model.noun === 'document' && ' Every listed pair was verified.'}
            {!isServed && ' This page runs from its own file and contacts no server.'}
          </p>
        </footer>
      )}
    </>
  )
}

/** Prevents the browser from leaving the page for a file that is dropped outside of a form. */
function ignoreDroppedFiles(): void {
  const ignore = (event: DragEvent) => {
    if (hasFiles(event) && !(event.target instanceof HTMLInputElement)) event.preventDefault()
  }
  addEventListener('dragover', ignore)
  addEventListener('drop', ignore)
}

function Tab({ to, views, children }: { to: string; views: readonly string[]; children: ComponentChildren }) {
  const isCurrent = views.includes(route.value.view)
  return (
    <a href={`#/${to}`} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}

function chooseView(model: ReportModel | undefined, view: string, args: readonly string[]) {
  if (view === 'lab') return <LabView />
  if (isServed && (view === 'live' || (view === '' && !model))) return <LiveView />
  if (isServed && view === 'jobs') return <JobsView />
  if (canSearch && (view === 'files' || (model === undefined && view !== 'tuner'))) return <FilesView />
  if (view === 'tuner' || model === undefined) return <TunerView model={model} />
  const number = Number(args[0])
  if (view === 'pairs') return <PairsView model={model} />
  if (view === 'pair' && number in model.data.pairs.a)
    return <PairView key={number} model={model} pair={number} />
  if (view === 'clusters') return <ClustersView model={model} />
  if (view === 'cluster' && number in model.data.documents.ids)
    return <ClusterView model={model} document={number} />
  return <OverviewView model={model} />
}
