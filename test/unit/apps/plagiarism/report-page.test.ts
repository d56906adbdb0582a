import { describe, expect, it } from 'vitest'
import { findCopies } from '../../../../src/apps/plagiarism/find-copies.js'
import { copyReportPage } from '../../../../src/apps/plagiarism/report-page.js'
import { ferry, observatory } from '../../../examples/news-pages.js'

const HOSTILE = '</pre><script>alert("x")</script> & \'"\u0000\ud800'

function pageOf(texts: Record<string, string>, options = {}) {
  const documents = Object.entries(texts).map(([id, text]) => ({ id, text }))
  return copyReportPage(findCopies(documents), (id) => texts[id]!, options)
}

describe('the page that shows copies', () => {
  it('shows both texts with their passages, each linked to its other side', () => {
    const page = pageOf({ 'ann.txt': ferry, 'ben.txt': `${observatory}${ferry}` }, { title: 'essays' })
    expect(page).toContain('<h1>Copies in essays</h1>')
    expect(page).toContain('ann.txt')
    expect(page).toContain('<a class="c0" id="pair-1-a-1" href="#pair-1-b-1">The last ferry')
    expect(page).toContain('<a class="c0" id="pair-1-b-1" href="#pair-1-a-1">The last ferry')
    const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('shows whatever texts and names hold as text, and loads nothing', () => {
    const page = pageOf({ [`a${HOSTILE}`]: HOSTILE + ferry, b: HOSTILE + ferry }, { title: HOSTILE })
    expect(page).not.toMatch(/<script|\0|onerror=/)
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;&quot;\ufffd\ufffd')
    expect(page.match(/<\/pre>/g)).toHaveLength(2)
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/(src|href)="(?!#)/)
  })

  it('shortens what lies far from any passage', () => {
    const far = observatory.repeat(3)
    const page = pageOf({ a: ferry, b: `${far}${ferry}${far}` })
    expect(page).toMatch(/<i> … \d+ characters … <\/i>/)
    expect(page.length).toBeLessThan(far.length + 4 * ferry.length + 6000)
  })

  it('shows so many pairs, and lists the others', () => {
    const page = pageOf({ a: ferry, b: ferry, c: ferry }, { pairsShown: 1 })
    expect(page.match(/<section/g)).toHaveLength(1)
    expect(page.match(/<tr><td>.*<meter/g)).toHaveLength(3)
  })

  it('shows groups of three, a row for each document, and for a class the scores of all pairs', () => {
    const page = pageOf({ a: ferry, b: ferry, c: ferry })
    expect(page).toMatch(
      /<h2>Groups<\/h2>[\s\S]*<td>3<\/td><td>3<\/td><td>1\.00–1\.00<\/td><td>a, b, c<\/td>/,
    )
    expect(page).toMatch(/<h2>Documents<\/h2>[\s\S]*<td>c<\/td><td>2<\/td><td>1\.00<\/td><td>a<\/td>/)
    expect(page).not.toContain('<svg')
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`d${i}`, `${observatory.slice(90 * i)} ${i}`]),
    )
    expect(pageOf(many).match(/<rect/g)).toHaveLength(20)
  })

  it('says so when nothing was found', () => {
    const page = pageOf({ a: ferry, b: `${observatory} in the spring on Monday to talk about what could` })
    expect(page).toContain('2 documents, 1 pair compared, 0 reported (threshold: 0.24 for prose)')
    expect(page).not.toContain('<table>')
  })
})
