// @ts-check
// Values of synthetic tables: names, companies, streets, titles and numbers, and the changes that people make when they write them again.
import { NICKNAMES } from '../../dist/public/match.js'
import { Random } from '../../dist/public/text.js'
import { words } from './words.js'

const LEGAL = ['GmbH', 'Ltd', 'Ltd.', 'Limited', 'Inc.', 'Inc', 'AG', 'LLC', 'S.A.', 'plc', 'Corp.', 'Corporation', 'KG', 'B.V.'] // biome-ignore format: one row
const TRADES = 'steel foods trading logistics software systems textiles motors energy holdings partners media pharma foundry glass tools printing services industries marine'.split(' ') // biome-ignore format: one row
const STREETS = 'street road lane avenue close drive court way'.split(' ')
const GOODS =
  'camera speaker printer monitor keyboard router headphones toaster drill lamp charger projector'.split(' ')
const COLORS = 'black white silver red blue'.split(' ')
const VENUES = [['Proceedings of the International Conference on Data Systems', 'ICDS'], ['Journal of Applied Computation', 'J. Appl. Comput.'], ['Transactions on Information Management', 'TIM'], ['Annual Symposium on Theory', 'AST']] // biome-ignore format: one row
/** Names that other scripts write. */
const SCRIPTS = {
  cyrillic: [['Иван', 'Мария', 'Сергей', 'Ольга', 'Дмитрий', 'Анна', 'Алексей', 'Елена', 'Николай', 'Татьяна'], ['Иванов', 'Смирнов', 'Кузнецов', 'Попов', 'Васильев', 'Петров', 'Соколов', 'Михайлов', 'Новиков', 'Фёдоров', 'Морозов', 'Волков', 'Алексеев', 'Лебедев', 'Семёнов', 'Егоров', 'Павлов', 'Козлов', 'Степанов', 'Николаев']], // biome-ignore format: one row
  greek: [['Γιώργος', 'Μαρία', 'Νίκος', 'Ελένη', 'Δημήτρης', 'Κατερίνα', 'Κώστας', 'Σοφία'], ['Παπαδόπουλος', 'Νικολάου', 'Γεωργίου', 'Παππάς', 'Κωνσταντίνου', 'Ιωάννου', 'Δημητρίου', 'Αθανασίου', 'Χριστοδούλου', 'Οικονόμου']], // biome-ignore format: one row
  han: [['伟', '芳', '娜', '秀英', '敏', '静', '丽', '强', '磊', '军', '洋', '勇', '艳', '杰', '娟', '涛'], ['王', '李', '张', '刘', '陈', '杨', '黄', '赵', '吴', '周', '徐', '孙', '马', '朱', '胡', '郭']], // biome-ignore format: one row
  arabic: [['محمد', 'أحمد', 'فاطمة', 'علي', 'خالد', 'مريم', 'حسن', 'ليلى'], ['الحسن', 'العلي', 'الخطيب', 'النجار', 'المصري', 'الشامي', 'القاسم', 'العمري', 'البغدادي', 'الحداد']], // biome-ignore format: one row
  hangul: [['민준', '서연', '지훈', '지우', '현우', '수빈', '예준', '하은'], ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임']], // biome-ignore format: one row
}

/** The random values of synthetic tables, from a seed. @param {number} seed */
export function valueMaker(seed) {
  const random = new Random(seed)
  const below = (/** @type {number} */ limit) => random.below(limit)
  const chance = (/** @type {number} */ share) => random.unit() < share
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[below(list.length)])
  /** The first ones are frequent, as in life. @template T @param {readonly T[]} list @returns {T} */
  const skewed = (list) => /** @type {T} */ (list[Math.floor(list.length * random.unit() ** 2.5)])
  const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1)
  const rare = words.slice(2000, 12_000).map(capital)
  const surnames = words.slice(600, 2600).map(capital)
  const towns = words.slice(14_000, 14_300).map(capital)
  const givens = NICKNAMES.map((group) => capital(group[0] ?? ''))
  const digits = (/** @type {number} */ length) => Array.from({ length }, () => below(10)).join('')
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, '0')
  const maker = {
    below,
    chance,
    pick,
    skewed,
    digits,
    capital,
    given: () => skewed(givens),
    surname: () => skewed(surnames),
    town: () => skewed(towns),
    street: () => `${1 + below(180)} ${pick(rare)} ${pick(STREETS)}`,
    phone: () => `0${digits(3)} ${digits(7)}`,
    /** @returns {[year: number, month: number, day: number]} */
    date: (from = 1935, years = 75) => [from + below(years), 1 + below(12), 1 + below(28)],
    iso: (/** @type {readonly [number, number, number]} */ [y, m, d]) => `${y}-${two(m)}-${two(d)}`,
    dotted: (/** @type {readonly [number, number, number]} */ [y, m, d]) => `${two(d)}.${two(m)}.${y}`,
    slashed: (/** @type {readonly [number, number, number]} */ [y, m, d]) => `${m}/${d}/${y}`,
    legal: () => pick(LEGAL),
    /** A family of companies shares its first word. */
    company: () => `${chance(0.5) ? pick(rare) : skewed(surnames)} ${capital(pick(TRADES))}${chance(0.3) ? ` ${capital(pick(TRADES))}` : ''}`, // biome-ignore format: one row
    brand: () => skewed(rare.slice(0, 60)),
    model: () => `${String.fromCharCode(65 + below(26))}${String.fromCharCode(65 + below(26))}${chance(0.5) ? '-' : ''}${digits(3 + below(2))}`, // biome-ignore format: one row
    good: () => pick(GOODS),
    color: () => pick(COLORS),
    title: (length = 3 + below(6)) => Array.from({ length }, () => (chance(0.4) ? skewed(words.slice(0, 300)) : pick(rare))).join(' '), // biome-ignore format: one row
    venue: () => pick(VENUES),
    text: (/** @type {number} */ length) =>
      Array.from({ length }, () => skewed(words.slice(0, 6000))).join(' '),
    foreign: () => {
      const script = pick(Object.keys(SCRIPTS))
      const [first = [], last = []] = SCRIPTS[/** @type {keyof SCRIPTS} */ (script)]
      const isWhole = script === 'han' || script === 'hangul'
      return isWhole ? pick(last) + pick(first) : `${pick(first)} ${pick(last)}`
    },
    nickname: (/** @type {string} */ name) => {
      const group = NICKNAMES.find((names) => names[0] === name.toLowerCase())
      return group === undefined ? name : capital(pick(group))
    },
    /** One slip of the fingers. */
    slip: (/** @type {string} */ text) => {
      const letters = [...text]
      if (letters.length < 2) return text
      const at = below(letters.length - 1)
      const other = pick(letters)
      const way = below(4)
      if (way === 0) letters.splice(at, 0, other)
      else if (way === 1) letters.splice(at, 1)
      else if (way === 2) letters[at] = other
      else letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '')
      return letters.join('')
    },
    /** In any order. @template T @param {readonly T[]} list @returns {T[]} */
    shuffled: (list) => Array.from(random.permutation(list.length), (i) => /** @type {T} */ (list[i])),
  }
  return maker
}

/** @typedef {ReturnType<typeof valueMaker>} Maker */
