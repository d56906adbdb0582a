import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../../src/read/html.js'

describe('htmlToText', () => {
  it('reads what a reader sees, a line for each block', () => {
    expect(htmlToText('<h1>News</h1><p>Fish &amp; <b>chips</b></p>')).toBe('News\nFish & chips')
    expect(htmlToText('<ul><li>one<li>two</ul><table><tr><td>a<td>b</table>')).toBe('one\ntwo\na\nb')
    expect(htmlToText('one<br>two<hr>three')).toBe('one\ntwo\nthree')
    expect(htmlToText('<div><div>one</div></div>two')).toBe('one\ntwo')
    expect(htmlToText('one<div>two</div>three')).toBe('one\ntwo\nthree')
  })

  it('does not split words at elements inside a line', () => {
    expect(htmlToText('un<b>believ</b>able <a href="x">li</a>nk<sup>2</sup>')).toBe('unbelievable link2')
    expect(htmlToText('<P>Un<EM>like</EM>ly</P>')).toBe('Unlikely')
  })

  it('resolves entities, and leaves alone what is none', () => {
    expect(htmlToText('&lt;p&gt; &copy; &#65;&#x42; caf&eacute; &#128512; a&nbsp;b')).toBe(
      '<p> © AB café 😀 a b',
    )
    expect(htmlToText('AT&T &unknown; &amp;lt;')).toBe('AT&T &unknown; &lt;')
  })

  it('ignores scripts, styles, the title and anything else that is not text', () => {
    const page = `<html><head><title>Title</title><style>p { color: red }</style>
      <script>if (a < b) document.write("<p>no</p>")</script></head>
      <body>yes<noscript>no</noscript><template>no</template><textarea>no</textarea>
      <svg><text>no</text></svg><select><option>no</select>!</body></html>`
    expect(htmlToText(page).split(/\s+/)).toEqual(['yes', '!'])
    expect(htmlToText('<title>no</title>')).toBe('')
    expect(htmlToText('<p title="no" onclick="no">yes</p><img alt="no">')).toBe('yes')
  })

  it('does not break a line for elements inside ignored ones', () => {
    expect(htmlToText('un<svg><path d="M0 0"/></svg>believable')).toBe('unbelievable')
  })

  it('continues after ignored elements, even nested ones', () => {
    expect(htmlToText('<svg><svg><title>no</title></svg>no</svg>yes')).toBe('yes')
    expect(htmlToText('</script></style>yes')).toBe('yes')
  })

  it('collapses white space', () => {
    expect(htmlToText('<p>  one \n\t two  </p>\n\n\n<p>\u00a0three</p>')).toBe('one two\nthree')
    expect(htmlToText('a <b> b </b> c')).toBe('a b c')
    expect(htmlToText('<pre>a\n  b</pre>')).toBe('a b')
  })

  it('skips comments, declarations and CDATA', () => {
    expect(htmlToText('a<!-- no <p> -->b<!doctype html>c<?xml no?>d')).toBe('abcd')
    expect(htmlToText('a<![CDATA[ no ]]>b')).toBe('ab')
    expect(htmlToText('a<!-- never closed <p>no</p>')).toBe('a')
  })

  it('reads malformed pages as browsers do', () => {
    expect(htmlToText('<p>one<p>two <b>three')).toBe('one\ntwo three')
    expect(htmlToText('<html><head><title>no</title><body>yes')).toBe('yes')
    expect(htmlToText('<head><meta charset=utf-8><p>yes')).toBe('yes')
    expect(htmlToText('<b><i>one</b></i> two</div></p>three')).toBe('one two\nthree')
    expect(htmlToText('<div class="a>one</div><p class="b">two')).not.toContain('class')
    expect(htmlToText('one <')).toContain('one')
  })

  it('leaves plain text as it is, also with < and &', () => {
    expect(htmlToText('plain text')).toBe('plain text')
    expect(htmlToText('1 < 2 & 3 > 2 && x <= y')).toBe('1 < 2 & 3 > 2 && x <= y')
    expect(htmlToText('日本語 😀')).toBe('日本語 😀')
  })

  it('of an empty page is empty', () => {
    for (const html of ['', ' \n ', '<p></p>', '<!-- -->', '<html><head></head><body></body></html>']) {
      expect(htmlToText(html)).toBe('')
    }
  })

  it('handles tags nested 100,000 deep', () => {
    expect(htmlToText(`${'<b>'.repeat(100_000)}deep`)).toBe('deep')
    expect(htmlToText(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`)).toBe('deep')
  })
})
