import { render } from 'preact'
import { App } from './app.js'
import { showReport } from './data/current.js'
import { loadReport } from './data/load.js'
import { printable } from './parts/format.js'
import './style.css'

const app = document.getElementById('app')!

try {
  const data = await loadReport()
  if (data) showReport(data)
  render(<App />, app)
} catch (error) {
  render(
    <main>
      <h1>This report cannot be shown</h1>
      <p>{printable(String(error))}</p>
    </main>,
    app,
  )
}
