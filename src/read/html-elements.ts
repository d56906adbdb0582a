/** Elements whose content is not read as text. */
export const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'textarea',
])

/** Inline elements; any other element starts and ends a line, so that words of adjacent elements do not run together. */
export const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
