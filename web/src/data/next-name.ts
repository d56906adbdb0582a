/**
 * A name for the next version of a file or folder: `out/pairs.jsonl.gz` becomes `out/pairs-2.jsonl.gz`, and that `out/pairs-3.jsonl.gz`.
 */
export function nextName(path: string): string {
  const [, folder = '', name = ''] = /^(.*[/\\])?([^/\\]*)$/s.exec(path.replace(/(?<=.)[/\\]+$/, ''))!
  // A folder that has no name of its own gets one inside.
  if (/^\.*$/.test(name)) return `${folder}${name}${name && '/'}out-2`
  const dot = name.indexOf('.', 1)
  const stem = dot < 0 ? name : name.slice(0, dot)
  const [, base = stem, number = '1'] = /^(.+)-(\d{1,2})$/s.exec(stem) ?? []
  return `${folder}${base}-${Number(number) + 1}${name.slice(stem.length)}`
}
