import { describe, expect, it } from 'vitest'
import { pageBlocks } from '../../../src/read/html-blocks.js'

const textsOf = (html: string) => pageBlocks(html).blocks.map(({ text }) => text)

describe('pageBlocks', () => {
  it('is a block for each stretch between block elements', () => {
    expect(textsOf('<h1>News</h1><p>Fish &amp; <b>chips</b></p>')).toEqual(['News', 'Fish & chips'])
    expect(textsOf('one<br>two<div>three</div>four')).toEqual(['one', 'two', 'three', 'four'])
    expect(textsOf('un<b>believ</b>able <a href="x">li</a>nk')).toEqual(['unbelievable link'])
  })

  it('counts words and those of links', () => {
    expect(pageBlocks('<p>read <a href="/">this story</a> now</p>').blocks).toMatchObject([
      { words: 4, linkWords: 2 },
    ])
  })

  it('knows which elements a block is in', () => {
    const { blocks, elements } = pageBlocks('<div class="a"><p>one</p></div>')
    const paragraph = elements[blocks[0]!.element]!
    expect([paragraph.signature, elements[paragraph.parent]!.signature]).toEqual(['p', 'div.a'])
  })

  it('knows what the page declares not to be its main content', () => {
    const html =
      '<header>a</header><nav>b</nav><div role="complementary">c</div><main><header>d</header><p>e</p></main><footer>f</footer>'
    expect(
      pageBlocks(html)
        .blocks.filter(({ isAside }) => !isAside)
        .map(({ text }) => text),
    ).toEqual(['d', 'e'])
  })

  it('leaves out what a reader does not see', () => {
    expect(textsOf('<script>x</script><p hidden>x</p><p style="display: none">x</p><p>yes</p>')).toEqual([
      'yes',
    ])
  })

  it('handles tags nested 20,000 deep and in any disorder', () => {
    expect(textsOf(`${'<div>'.repeat(20_000)}deep`)).toEqual(['deep'])
    expect(textsOf('</div></p>one<p>two<p>three</table>')).toEqual(['one', 'two', 'three'])
  })
})
