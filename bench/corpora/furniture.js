// @ts-check
// What papers put around an article, written for this project: most of it has few stop words, as on real pages, but some is prose (cookie
// notices, requests to subscribe), which is the hard part.
import { below } from './words.js'

/** @typedef {import('likewise/text').Random} Random */

const list = (/** @type {string} */ text) => text.split('; ')

const SECTIONS = list(
  'Home; World; Local; Politics; Business; Markets; Sport; Football; Cricket; Culture; Books; Film; Music; Travel; Food; Health; Science; Weather; Obituaries; Letters; Opinion; Crossword; Horoscopes; Jobs; Property; Motors; Classifieds; Archive; Podcasts; Video; Newsletters; Log in; Subscribe; Puzzles; Events; Notices',
)
const GOODS = list(
  'oak worktops; winter tyres; hearing aids; solar panels; garden furniture; river cruises; stairlifts; conservatory blinds; memory mattresses; varifocal lenses; driving lessons; loft insulation; hearing tests; wool carpets; walking boots; electric bicycles; wedding flowers; piano lessons; storage units; broadband packages',
)
const PITCHES = list(
  '40% off; free fitting; book online; half price; call 0555 0142; second pair free; no deposit; free survey; ten years guarantee; while stocks last; showroom Mill Lane; interest free credit; next day delivery; limited offer; trade prices',
)
const SHOPS = list(
  'Brightwater Kitchens; Kessler Motors; Lindqvist Opticians; Dunmore Garden Centre; Heliotek; Barlow Brothers; Norbrook Carpets; Eastfield Travel; Hartwell Homes; Quay Street Cycles; Ferris & Daughters; Northgate Dental',
)
const HEADLINES = list(
  'Harbour bridge closed tonight; Budget vote delayed; Quarry fire contained; Rovers sign goalkeeper; Lottery winner found; Bakery chain shuts seven shops; Dog rescued from cliff path; Quiz: name seven lighthouses; Recipe: pumpkin soup, sage butter; Vicar cycles to Norway; Cheese thief jailed; Storm damage: photographs; Five walks near reservoirs; Interview: mountain rescue chief; Review: Mozart, four stars; Rates held again; Bus strike called off; Record heat expected Thursday; School wins robot prize; Lost cat returns after nine years; Airport plans second runway; Festival line-up announced; Museum buys ancient coins; Traffic chaos ring road; Nurse wins national award; Choir reaches final; Old mill becomes flats; Beavers return upstream; Council chief resigns; Comet visible Sunday',
)
const LINKS = list(
  'Contact newsroom; Advertise; Privacy policy; Cookie settings; Terms and conditions; Accessibility; Sitemap; Syndication; RSS feed; Facebook; Instagram; Mastodon; WhatsApp; Email; Print; Save article; Report error; Customer service; Careers; About; Complaints; Modern slavery statement',
)
const PROSE = [
  'We use cookies to make this site work and to show you advertising that we think you will like. You can change your mind at any time in the settings at the foot of the page.',
  'This website and our partners store information on your device in order to measure how it is used, and you may refuse this if you do not want it.',
  'If you like what you read here, please think about paying for it: our reporters live among you and their work is not free.',
  'Sign up and we will send you the most important stories of the day before breakfast, and nothing else.',
  'You have read three of your five free articles this month. To go on reading after that you will need to log in or become a subscriber.',
  'Comments are closed on this story because of the number of complaints that we have had to deal with.',
  'All that you see on these pages is protected by copyright and may not be used without the written consent of the publisher.',
  'Our newspaper is a member of the press council, and if you are not happy with what we have written you can write to the editor.',
]
const NAMES = list(
  'Ravensholm Herald; Calder Courier; Penmoor Post; Weekly Plough; County Ledger; Harbour Echo; Northern Argus; Valley Times; Evening Lantern; Tidewater Gazette; Moorland Mercury; Borough Chronicle',
)

/** The number of papers. */
export const PAPERS = NAMES.length

/**
 * About how many characters of furniture surround an article: what a site puts above, next to and below each one.
 *
 * @typedef {object} Furniture
 * @property {string} name
 * @property {readonly string[]} sections
 * @property {readonly string[]} notices
 * @property {readonly string[]} advertisements
 * @property {readonly string[]} links
 */

/**
 * @param {number} paper
 * @param {number} characters
 * @param {Random} random of this paper
 * @returns {Furniture}
 */
export function furnitureOf(paper, characters, random) {
  const notices = pick(PROSE, 2, random)
  const sections = pick(SECTIONS, 16, random)
  const links = pick(LINKS, 12, random)
  const advertisements = []
  let length = [...notices, ...sections, ...links].join(' ').length
  while (length < characters) {
    const [shop] = pick(SHOPS, 1, random)
    const text = `${shop}: ${pick(GOODS, 2, random).join(', ')}, ${pick(PITCHES, 2, random).join(', ')}`
    advertisements.push(text)
    length += text.length
  }
  return { name: NAMES[paper] ?? '', sections, notices, advertisements, links }
}

/**
 * Headlines of other stories: they change from page to page.
 *
 * @param {number} count
 * @param {Random} random of this page
 */
export function headlines(count, random) {
  return pick(HEADLINES, count, random)
}

/**
 * @param {readonly string[]} from
 * @param {number} count
 * @param {Random} random
 */
function pick(from, count, random) {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(below(random, left.length), 1)[0] ?? '')
}
