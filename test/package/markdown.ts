import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Every Markdown file under a folder of the repository, by its path from the root. */
export function markdownFiles(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

export function readPage(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8')
}

/** A fenced block of code, without its indentation, and the line number of its fence (from 1). */
export interface CodeBlock {
  readonly language: string
  readonly code: string
  readonly line: number
  /** The last heading before it. */
  readonly section: string
}

const FENCE = /^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms

/** The fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return Array.from(markdown.matchAll(FENCE), (match) => {
    const before = markdown.slice(0, match.index)
    return {
      language: match[2]!,
      code: match[3]!.replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
      line: before.split('\n').length,
      section:
        before
          .replace(FENCE, '')
          .match(/^#+ .*$/gm)
          ?.at(-1) ?? '',
    }
  })
}

/** The page without its code, fenced or in backticks. */
function withoutCode(markdown: string): string {
  return markdown.replace(FENCE, '').replace(/`[^`\n]*`/g, '')
}

/** The targets of links to files, relative to the page, without their anchors. */
export function relativeLinks(markdown: string): string[] {
  return linkTargets(markdown)
    .filter((target) => !/^[a-z]+:/i.test(target) && !target.startsWith('#'))
    .map((target) => decodeURI(target.split('#')[0]!))
}

/** The paths of links to files of the repository by their full address, as README.md has them for readers on npm. */
export function repositoryLinks(markdown: string): string[] {
  return linkTargets(markdown).flatMap((target) => inRepository(target)?.split('#')[0] ?? [])
}

/** A link with an anchor. */
export interface AnchorLink {
  /** From the root of the repository. */
  readonly file: string
  readonly anchor: string
}

/** The links of a page with an anchor, to itself, to another page by its relative path, or by its full address. */
export function anchorLinks(page: string, markdown: string): AnchorLink[] {
  return linkTargets(markdown).flatMap((target) => {
    const full = inRepository(target)
    if ((full === undefined && /^[a-z]+:/i.test(target)) || !target.includes('#')) return []
    const [file = '', anchor = ''] = (full ?? target).split('#')
    const path =
      full !== undefined ? file : file === '' ? page : normalize(join(dirname(page), decodeURI(file)))
    return [{ file: path, anchor }]
  })
}

/** The path in the repository, with its anchor, that a full address leads to; undefined for any other address. */
function inRepository(target: string): string | undefined {
  return /^https:\/\/(?:github\.com\/likewise\/likewise\/(?:blob|tree)|raw\.githubusercontent\.com\/likewise\/likewise)\/main\/(.+)$/.exec(
    target,
  )?.[1]
}

/** The anchors of a page's headings, as GitHub and the documentation site make them from plain words. */
export function anchors(markdown: string): string[] {
  return Array.from(markdown.replace(FENCE, '').matchAll(/^#{1,6} (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function linkTargets(markdown: string): string[] {
  return Array.from(withoutCode(markdown).matchAll(/\]\(([^)\s]+)[^)]*\)/g), (match) => match[1]!)
}
