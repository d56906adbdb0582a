// @ts-check
// What all pictures share: a frame that is readable on light and dark pages, and a few shapes.

/** Colors by role; a picture carries both sets and follows the reader's color scheme. */
const LIGHT = {
  paper: '#ffffff',
  edge: '#d0d7de',
  ink: '#1f2328',
  faint: '#59636e',
  grid: '#e6eaef',
  bar: '#9ec5f0',
  line: '#0b5fb8',
  mark: '#b3261e',
  fill: '#eef4fb',
}
const DARK = {
  paper: '#0d1117',
  edge: '#3d444d',
  ink: '#f0f6fc',
  faint: '#9ba5b0',
  grid: '#262c35',
  bar: '#27517f',
  line: '#6cb2ff',
  mark: '#ff8a80',
  fill: '#15202e',
}

/** @typedef {keyof typeof LIGHT} Role */

/** @param {Readonly<Record<string, string>>} colors */
const rules = (colors) =>
  Object.entries(colors)
    .map(([role, color]) => `.f-${role}{fill:${color}}.s-${role}{stroke:${color}}`)
    .join('')

const STYLE = `<style>text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif}${rules(LIGHT)}@media (prefers-color-scheme:dark){${rules(DARK)}}</style>`

/** @param {string} value */
const escapeText = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100)

/**
 * A whole drawing with a background of its own, so that it is readable on any page.
 * @param {{ width: number, height: number, title: string, description: string, shapes: readonly string[] }} picture
 */
export function drawing({ width, height, title, description, shapes }) {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escapeText(title)}</title>`,
    `<desc id="description">${escapeText(description)}</desc>`,
    STYLE,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" class="f-paper s-edge"/>`,
    ...shapes,
    '</svg>',
  ].join('\n')}\n`
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {{ role?: Role, size?: number, anchor?: 'start' | 'middle' | 'end', bold?: boolean, turned?: boolean }} [options]
 */
export function label(x, y, content, { role = 'ink', size = 13, anchor = 'start', bold, turned } = {}) {
  const weight = bold ? ' font-weight="600"' : ''
  const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : ''
  return `<text x="${short(x)}" y="${short(y)}" font-size="${size}" text-anchor="${anchor}" class="f-${role}"${weight}${turn}>${escapeText(content)}</text>`
}

/**
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @param {{ role?: Role, width?: number, dashed?: boolean }} [options]
 */
export function segment([x1, y1], [x2, y2], { role = 'grid', width = 1, dashed } = {}) {
  const dashes = dashed ? ' stroke-dasharray="5 4"' : ''
  return `<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke-width="${width}" class="s-${role}"${dashes}/>`
}

/**
 * @param {readonly (readonly [number, number])[]} points
 * @param {Role} role
 */
export function polyline(points, role) {
  const path = points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')
  return `<polyline points="${path}" fill="none" stroke-width="2.5" stroke-linejoin="round" class="s-${role}"/>`
}

/**
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {{ fill: Role, stroke?: Role, round?: number }} options
 */
export function rectangle({ x, y, width, height }, { fill, stroke, round = 0 }) {
  const outline = stroke ? ` s-${stroke}` : ''
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${round}" class="f-${fill}${outline}"/>`
}

/**
 * @param {readonly [number, number]} center
 * @param {number} radius
 * @param {{ fill: Role, stroke?: Role }} options
 */
export function circle([x, y], radius, { fill, stroke }) {
  const outline = stroke ? ` s-${stroke}` : ''
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" class="f-${fill}${outline}"/>`
}
