import { render } from 'preact'
import { App } from './app.js'
import { loadReport } from './data/load.js'
import { ReportModel } from './data/model.js'
import { oneLine } from './parts/format.js'
import './style.css'

const app = document.getElementById('app')!

try {
  const data = await loadReport()
  if (data) document.title = `${oneLine(data.title)} · Likewise`
  render(<App model={data && new ReportModel(data)} />, app)
} catch (error) {
  render(
    <main>
      <h1>This report cannot be shown</h1>
      <p>{String(error)}</p>
    </main>,
    app,
  )
}
