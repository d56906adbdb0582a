// @ts-check
/// <reference lib="dom" />
// The page with very many pairs in Chromium: how long the main thread is blocked while tables scroll, and how long a move of the
// threshold takes until the new clusters are painted.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { reportPage } from '../../dist/report/node-report-page.js'
import { median } from '../measure.js'
import { clustersAt, generatedReport, longPair } from '../page-model.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

const LIMITS = { longTask: 200, slider: 500, search: 500, step: 200 }
const LOWEST = 0.5
const MOVES = 20
const STEPS = 60
/** A box in front of a phrase. */
const PHRASE = 'section[aria-labelledby=frequent] input[type=checkbox]'

/**
 * @param {import('./settings.js').Settings} settings `size`: pairs
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function page({ size = 1_000_000, say }) {
  const report = generatedReport(size, LOWEST)
  const file = scratch('page.html')
  writeFileSync(file, reportPage(report))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const opened = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const start = performance.now()
    await opened.goto(pathToFileURL(file).href)
    await opened.waitForSelector('main h1', { timeout: 120_000 })
    const load = performance.now() - start
    say(`load: ${load.toFixed(0)} ms`)
    await opened.waitForSelector(PHRASE, { timeout: 120_000 })
    const phrases = performance.now() - start
    say(`phrases: ${phrases.toFixed(0)} ms`)
    const moves = await moveSlider(opened, report)
    say(`slider: ${moves.times.map((time) => time.toFixed(0)).join(' ')} ms`)
    const ignored = await ignorePhrase(opened)
    say(`a phrase ignored: ${ignored.time.toFixed(0)} ms, longest task ${ignored.longest.toFixed(0)} ms`)
    const tables = []
    for (const view of ['pairs', 'clusters']) {
      const scrolled = await scroll(opened, view)
      const search = await searchIds(opened, report, view)
      tables.push({ view, ...scrolled, search })
      say(
        `${view}: longest task ${scrolled.longest.toFixed(0)} ms, search ${search.times.map((time) => time.toFixed(0)).join(' ')} ms`,
      )
    }
    const long = await readLongPair(opened)
    say(
      `two long texts: ${long.open.toFixed(0)} ms, then ${long.steps.map((time) => time.toFixed(0)).join(' ')} ms`,
    )
    const slowest = Math.max(...moves.times)
    const longest = Math.max(...tables.map((table) => table.longest))
    const search = Math.max(...tables.flatMap((table) => table.search.times))
    const step = Math.max(...long.steps)
    const shown = (/** @type {boolean} */ isTrue) => (isTrue ? 'shown' : 'NOT shown')
    return {
      title: `The page with ${inGroups(size)} pairs of ${inGroups(report.counts.documents)} documents`,
      notes: [
        `Headless Chromium ${browser.version()}, from file://. The slider is moved to ${MOVES} thresholds; the clock runs from the event to the frame after`,
        `the new clusters are painted. Tables are scrolled to ${STEPS} positions, by the scroll bar and by keys, a frame apart;`,
        'long tasks are those that the browser reports (above 50 ms).',
      ],
      rows: [],
      tables: [
        [
          ['', 'ms'],
          ['from opening the file to the overview', load.toFixed(0)],
          ['a move of the slider, median', median(moves.times).toFixed(0)],
          ['a move of the slider, slowest', slowest.toFixed(0)],
          ['from opening the file to the phrases in many of its 2,000 texts', phrases.toFixed(0)],
          ['ignoring one of them: all texts are compared again', ignored.time.toFixed(0)],
          ['longest task meanwhile', ignored.longest.toFixed(0)],
          ...tables.flatMap(({ view, longest: task, tasks, sorting, search: { times } }) => [
            [
              `searching ${view} for an id, slowest of ${times.length} letters`,
              Math.max(...times).toFixed(0),
            ],
            [`scrolling ${view}: longest task (of ${tasks} above 50 ms)`, task.toFixed(0)],
            [`opening ${view}`, sorting.toFixed(0)],
          ]),
          ['opening a pair of two texts of 1 MB', long.open.toFixed(0)],
          [
            `a step to the next of ${inGroups(long.passages)} passages there, slowest of ${STEPS / 3}`,
            Math.max(...long.steps).toFixed(0),
          ],
        ],
      ],
      verdicts: [
        `tables scroll without a task above ${LIMITS.longTask} ms: ${longest.toFixed(0)} ms, ${shown(longest <= LIMITS.longTask)}`,
        `a move of the slider clusters again within ${LIMITS.slider} ms: ${slowest.toFixed(0)} ms, ${shown(slowest <= LIMITS.slider)}`,
        `each letter of a search for an id is answered within ${LIMITS.search} ms: ${search.toFixed(0)} ms, ${shown(search <= LIMITS.search)}`,
        `the search finds the pairs that a search in a loop finds: ${shown(tables.every((table) => table.search.isRight))}`,
        `two texts of 1 MB, each a single line: a step to the next passage takes at most ${LIMITS.step} ms: ${step.toFixed(0)} ms, ${shown(step <= LIMITS.step)}`,
        `the clusters are those of a flood fill at all ${MOVES} thresholds: ${shown(moves.areRight)}`,
      ],
    }
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('playwright-core').Page} opened
 * @param {import('../../src/report/report-data.js').ReportData} report
 */
async function moveSlider(opened, { pairs, documents }) {
  const times = []
  let areRight = true
  for (let move = 0; move < MOVES; move++) {
    // Far apart, as if the reader dragged it back and forth.
    const threshold = Math.round(1000 * (LOWEST + ((move * 0.618) % 1) * (1 - LOWEST))) / 1000
    const { time, text } = await opened.evaluate(async (value) => {
      const slider = /** @type {HTMLInputElement} */ (document.querySelector('input[type=range]'))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      const began = performance.now()
      slider.value = String(value)
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()
      await frame()
      const time = performance.now() - began
      return { time, text: document.querySelector('.at-threshold')?.textContent ?? '' }
    }, threshold)
    times.push(time)
    const shown = Number(/([\d, {2}]+) clusters?/.exec(text)?.[1]?.replace(/\D/g, ''))
    if (shown !== clustersAt(documents.ids.length, pairs, threshold)) areRight = false
  }
  return { times, areRight }
}

/**
 * Ignores the first of the phrases.
 *
 * @param {import('playwright-core').Page} opened
 */
async function ignorePhrase(opened) {
  return opened.evaluate(async (selector) => {
    /** @type {number[]} */
    const tasks = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const began = performance.now()
    const first = /** @type {HTMLInputElement} */ (document.querySelector(selector))
    first.click()
    const section = /** @type {HTMLElement} */ (first.closest('section'))
    while (!/fall below/.test(section.textContent ?? '')) await frame()
    const time = performance.now() - began
    first.click()
    for (let i = 0; i < 20; i++) await frame()
    observer.disconnect()
    return { time, longest: Math.max(0, ...tasks) }
  }, PHRASE)
}

/**
 * Types an id into the search field of a table, letter by letter.
 *
 * @param {import('playwright-core').Page} opened
 * @param {import('../../src/report/report-data.js').ReportData} report
 * @param {string} view
 */
async function searchIds(opened, { pairs, documents }, view) {
  const wanted = 'document-4711'
  const { times, shown } = await opened.evaluate(async (id) => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector('input[type=search]'))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const times = []
    for (let end = 1; end <= id.length; end++) {
      await frame()
      const began = performance.now()
      field.value = id.slice(0, end)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()
      await frame()
      times.push(performance.now() - began)
    }
    return { times, shown: document.querySelector('main p[role=status]')?.textContent ?? '' }
  }, wanted)
  const isFound = (/** @type {number | undefined} */ document) =>
    documents.ids[document ?? -1]?.includes(wanted)
  let expected = 0
  for (let i = 0; i < pairs.a.length; i++) if (isFound(pairs.a[i]) || isFound(pairs.b[i])) expected++
  const count = Number(/^[\d,]+/.exec(shown)?.[0]?.replaceAll(',', ''))
  // A cluster can have several of the pairs.
  return { times, isRight: view === 'pairs' ? count === expected : count > 0 && count <= expected }
}

/** @param {import('playwright-core').Page} opened */
async function readLongPair(opened) {
  const file = scratch('page-long.html')
  writeFileSync(file, reportPage(longPair(1_000_000)))
  const began = performance.now()
  await opened.goto(`${pathToFileURL(file).href}#/pair/0`)
  await opened.waitForSelector('.sides')
  const open = performance.now() - began
  const { steps, passages } = await opened.evaluate(async (count) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const steps = []
    for (let i = 0; i < count; i++) {
      const before = performance.now()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
      await frame()
      await frame()
      steps.push(performance.now() - before)
    }
    const text = document.querySelector('main')?.textContent ?? ''
    return { steps, passages: Number(/([\d,]+) shared passage/.exec(text)?.[1]?.replace(/\D/g, '')) }
  }, STEPS / 3)
  return { open, steps, passages }
}

/** @param {import('playwright-core').Page} opened @param {string} view */
async function scroll(opened, view) {
  await opened.evaluate(() => {
    const slider = /** @type {HTMLInputElement} */ (document.querySelector('input[type=range]'))
    slider.value = slider.min
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const began = performance.now()
  await opened.evaluate((hash) => {
    location.hash = hash
  }, `#/${view}`)
  await opened.waitForSelector('.grid-row')
  const sorting = performance.now() - began
  const found = await opened.evaluate(async (steps) => {
    /** @type {number[]} */
    const tasks = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const body = /** @type {HTMLElement} */ (document.querySelector('.grid-body'))
    // What opening the view took is over before the observer starts.
    for (let i = 0; i < 10; i++) await frame()
    observer.observe({ type: 'longtask' })
    const end = body.scrollHeight - body.clientHeight
    for (let i = 0; i < steps; i++) {
      if (i % 3 === 2)
        body.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'End' : 'PageUp', bubbles: true }))
      else body.scrollTop = ((i * 0.618) % 1) * end
      await frame()
      await frame()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    observer.disconnect()
    return tasks
  }, STEPS)
  return { longest: Math.max(0, ...found), tasks: found.length, sorting }
}
