// What this program writes is recognized by its content, so that a folder or a glob can hold results beside the data.

const ID = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)`

/** How each kind of output begins. */
const BEGINNINGS: readonly (readonly [kind: string, beginning: RegExp])[] = [
  ['a manifest of dedup', /^\{\s*"format"\s*:\s*"likewise-manifest"/],
  ['a file of a run directory', /^\{\s*"format"\s*:\s*"likewise-run"/],
  ['a plan', /^\{\s*"format"\s*:\s*"likewise-plan"/],
  [
    'a list of documents removed by dedup',
    new RegExp(
      String.raw`^(?:\{"position":\d+,"id":${ID},"survivor":${ID},"similarity":|"?position"?([^\w"])"?id"?\1"?survivor"?\1"?similarity"?\1)`,
      's',
    ),
  ],
  [
    'a list of pairs',
    new RegExp(
      String.raw`^(?:\{"a":${ID},"b":${ID},"(?:similarity|score)":[\d.eE+-]+[,}]|"?a"?[,\t]"?b"?[,\t]"?(?:similarity|score)"?\s*[,\t\r\n])`,
      's',
    ),
  ],
  [
    'a list of clusters',
    /^(?:\{"cluster":\d+,"members":\[|"?cluster"?[,\t]"?members"?[,\t]"?size"?[,\t]"?pairs"?[,\t])/,
  ],
]

/**
 * What kind of output of this program a file is, by its first characters; undefined: none.
 *
 * @example ownOutput('{"a":0,"b":2,"similarity":1}') // 'a list of pairs'
 */
export function ownOutput(head: string): string | undefined {
  const text = head.trimStart()
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0]
}
