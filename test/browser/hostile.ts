/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** Text that would harm a page that shows it as anything but text: tags, a command for terminals, and changes of the writing direction. */
export const HOSTILE =
  '\u001b[31m\u202e\u2066\u200f</script><img src=x onerror="document.title=`hacked`"><b>text'

/** The same for names of files, which contain no slash; a bracket would make it a glob. */
export const HOSTILE_NAME = HOSTILE.replaceAll(/[/[]/g, '')

/** What a page shows instead. */
export const shown = (text: string) => text.replaceAll(/[\p{Cc}\u202e\u2066\u200f]/gu, '\ufffd')

/** Control characters that the page shows or reads out as they are, and elements and titles that hostile text has created. */
export function harmIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    // The text of SVG titles and closed details is no part of the inner text of the body.
    const texts = [document.title, document.querySelector('#app')?.textContent ?? '', ...attributes]
    return [
      ...texts.filter((text) => /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)),
      ...[...document.querySelectorAll('img, main script, main b b, h1 b')].map(({ outerHTML }) => outerHTML),
      ...(document.title === 'hacked' ? ['hacked'] : []),
    ]
  })
}
