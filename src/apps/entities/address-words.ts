// Words of addresses and their usual short forms. Source: the common suffixes and directions of the United States Postal
// Service's Publication 28 (appendix C1, a work of the federal government, in the public domain), and the same words of
// British, German and French addresses, written for this library. Each list begins with the form that is kept.

const GROUPS: readonly (readonly string[])[] = [
  ['alley', 'aly'],
  ['apartment', 'apt', 'apartement'],
  ['avenue', 'ave', 'av', 'aven'],
  ['boulevard', 'blvd', 'bd', 'boul'],
  ['bridge', 'brg'],
  ['building', 'bldg'],
  ['center', 'centre', 'ctr', 'cntr'],
  ['circle', 'cir', 'circ'],
  ['circuit', 'cct', 'crct'],
  ['close', 'cl'],
  ['court', 'ct', 'crt'],
  ['crescent', 'cres', 'cresc', 'cr'],
  ['drive', 'dr', 'drv'],
  ['east', 'e'],
  ['expressway', 'expy', 'expwy'],
  ['floor', 'fl', 'flr'],
  ['fort', 'ft'],
  ['freeway', 'fwy'],
  ['garden', 'gdn'],
  ['gardens', 'gdns'],
  ['grove', 'gr', 'grv'],
  ['heights', 'hts'],
  ['highway', 'hwy'],
  ['hotel', 'htl'],
  ['junction', 'jct'],
  ['lane', 'ln'],
  ['mount', 'mt'],
  ['mountain', 'mtn'],
  ['north', 'n'],
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['number', 'no', 'nr'],
  ['parade', 'pde'],
  ['park', 'pk'],
  ['parkway', 'pkwy', 'pky'],
  ['place', 'pl'],
  ['plaza', 'plz'],
  ['point', 'pt'],
  ['road', 'rd'],
  ['room', 'rm'],
  ['route', 'rte'],
  ['south', 's'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
  ['square', 'sq'],
  ['station', 'stn'],
  ['street', 'st', 'str', 'sts', 'strasse'],
  ['suite', 'ste'],
  ['terrace', 'ter', 'terr', 'tce'],
  ['track', 'trk'],
  ['trail', 'trl'],
  ['turnpike', 'tpke'],
  ['unit', 'un'],
  ['village', 'vlge', 'vlg'],
  ['way', 'wy'],
  ['west', 'w'],
]

const LONG_FORMS = new Map(GROUPS.flatMap(([long, ...short]) => short.map((form) => [form, long!] as const)))

/** The canonical form of an address word; the word must be in lower case. */
export function addressWord(word: string): string {
  return LONG_FORMS.get(word) ?? word
}
