import { Parser } from 'htmlparser2'
import { eachWordSpan } from '../text/tokens.js'
import { INLINE, SILENT } from './html-elements.js'

/** A run of text of a page that no block element interrupts: a paragraph, a heading, a list item. */
export interface PageBlock {
  readonly text: string
  readonly words: number
  /** The number of its words that are inside a link. */
  readonly linkWords: number
  /** The index in `elements` of the innermost block element that contains it. */
  readonly element: number
  /** Whether the page itself declares that it is not the main content: navigation, a sidebar, the footer. */
  readonly isAside: boolean
}

/** A block element of a page. */
export interface PageElement {
  /** -1: none. */
  readonly parent: number
  /** Its name and class, such as `div.story-part`. */
  readonly signature: string
}

/** A page as blocks of text in document order, and the elements that hold them. */
export interface PageBlocks {
  readonly blocks: readonly PageBlock[]
  readonly elements: readonly PageElement[]
}

/** Landmarks of a page that are not its main content (HTML, section 4.3; WAI-ARIA, landmark roles). */
const ASIDE_ELEMENTS = new Set(['nav', 'aside', 'footer', 'button', 'dialog', 'menu'])
const ASIDE_ROLES = new Set([
  'navigation',
  'banner',
  'complementary',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'toolbar',
])
/** Elements whose header or footer belongs to them, not to the page. */
const PARTS = new Set(['article', 'main', 'section'])

interface OpenElement {
  readonly name: string
  /** The number of the block element that is open within it. */
  readonly element: number
  readonly isSilent: boolean
  readonly isAside: boolean
  readonly isPart: boolean
  readonly isLink: boolean
}

/**
 * The blocks of an HTML page, with what is needed to decide whether they belong to its main content. Hidden text is left out.
 *
 * @example pageBlocks('<nav><a href="/">Home</a></nav><p>News</p>').blocks.map(({ text }) => text) // ['Home', 'News']
 */
export function pageBlocks(html: string): PageBlocks {
  const blocks: PageBlock[] = []
  const elements: PageElement[] = [{ parent: -1, signature: '' }]
  const open: OpenElement[] = [
    { name: '', element: 0, isSilent: false, isAside: false, isPart: false, isLink: false },
  ]
  let text = ''
  let linkWords = 0
  let isSpaced = false
  const endBlock = () => {
    if (text !== '') {
      const { element, isAside } = open.at(-1)!
      blocks.push({ text, words: countWords(text), linkWords, element, isAside })
    }
    text = ''
    linkWords = 0
    isSpaced = false
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      const outer = open.at(-1)!
      const isInline = INLINE.has(name)
      if (!isInline && !outer.isSilent) endBlock()
      if (!isInline) {
        const kind = attributes.class?.trim() ?? ''
        elements.push({ parent: outer.element, signature: kind === '' ? name : `${name}.${kind}` })
      }
      open.push({
        name,
        element: isInline ? outer.element : elements.length - 1,
        isSilent: outer.isSilent || SILENT.has(name) || isHidden(attributes),
        isAside: outer.isAside || isAside(name, attributes.role, outer.isPart),
        isPart: outer.isPart || PARTS.has(name),
        isLink: outer.isLink || name === 'a',
      })
    },
    onclosetag(name) {
      if (open.length === 1) return
      if (!INLINE.has(name) && !open.at(-1)!.isSilent) endBlock()
      open.pop()
    },
    ontext(piece) {
      const { isSilent, isLink } = open.at(-1)!
      if (isSilent) return
      const visible = piece.replace(/\s+/gu, ' ')
      const trimmed = visible.trim()
      if (trimmed === '') {
        isSpaced = true
        return
      }
      if (text !== '' && (isSpaced || visible.startsWith(' '))) text += ' '
      text += trimmed
      isSpaced = visible.endsWith(' ')
      if (isLink) linkWords += countWords(trimmed)
    },
  })
  parser.write(html)
  parser.end()
  endBlock()
  return { blocks, elements }
}

function isAside(name: string, role: string | undefined, isInPart: boolean): boolean {
  if (role !== undefined && ASIDE_ROLES.has(role)) return true
  return ASIDE_ELEMENTS.has(name) || (name === 'header' && !isInPart)
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none/i.test(attributes.style ?? '')
  )
}

function countWords(text: string): number {
  let count = 0
  for (const _ of eachWordSpan(text)) count++
  return count
}
