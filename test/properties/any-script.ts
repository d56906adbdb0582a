// Random text of all scripts, made to be hard: letters, marks in any order, joiners, what composes and what does not.

import fc from '../property.js'

/** Alphabets with their marks, a few characters of each; what is decomposed here has other forms in NFC. */
const ALPHABETS = [
  'abcXYZ 019',
  'éÉñçßØłǰJ\u030c',
  'eEaoAOuU\u0300\u0301\u0302\u0303\u0306\u0309\u031b\u0323\u0328\u0327\u0308\u0345',
  'ệẬửỘÊâêẹ\u0323\u0302\u0301',
  'ẹọṣ\u0301\u0300ẸỌ',
  'αΣςσΆά\u0342\u0345\u0313ΐᾳᾼ',
  'жЙй\u0306Ёё\u0483ИѦ',
  'שלום\u05b0\u05bc\u05b8\u05c1\u05c2שּׁיִ',
  'مرحبا\u064b\u0651\u0653\u0654\u0670ـآؤ\u200c',
  'मेरीबेटाक्षड़क़\u093c\u094d\u093f\u200d\u200cऩ',
  'বাংলাো\u09c7\u09be\u09d7\u09bcড়',
  'தமிழ்ொ\u0bc6\u0bbe\u0bd7',
  'తెలుగు\u0c46\u0c56ೊ\u0cc6\u0cc2\u0cd5',
  'മലയാളംൊ\u0d46\u0d3e',
  'සිංහලෝ\u0dd9\u0dcf\u0dca',
  'ไทยนี้ำ\u0e33\u0e38\u0e48๑๒ ฿',
  'ລາວນີ້\u0ec8',
  'ភាសាខ្មែរ។',
  'မြန်မာဘာသာ၊\u1025\u102e',
  'བོད་ཡིག\u0f71\u0f72\u0f73',
  'ꦗꦮ꦳ꦶᬩᬮᬶ\u1b05\u1b35',
  '한국어ᄒ\u1161\u11ab각\u11a8',
  '漢字仮名㐀𠀋𠮷〇々\uf900\u{2f800}\u{e0100}\ufe00',
  'ひらがなカタカナーｰﾞﾟか\u3099は\u309aガｶ',
  '。、！？“”…—·;\u037e()',
  '😀👨\u200d👩\u200d👧❤\ufe0f🏳🌈👍🏽🇩🇪1\ufe0f\u20e3\u{e0067}',
  '=<>\u0338≠\u0340\u0344\u212b\u2126\u212aİıẞ',
  ' \t\n\u00a0\u3000\u200b\ufeff',
  '\u{11099}\u{110ba}\u{1d157}\u{1d165}\u{1d16e}𝐀𐐀\u{323af}\u{3ffff}\u{10ffff}',
].map((alphabet) => Array.from(alphabet))

const EVERY = ALPHABETS.flat()

/** Text of one script, or of all at once, also in its decomposed form. */
export const anyScript = fc
  .record({
    parts: fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .constantFrom(...ALPHABETS)
            .chain((alphabet) =>
              fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 24, size: 'max' }),
            ),
        },
        fc.string({ unit: fc.constantFrom(...EVERY), maxLength: 24, size: 'max' }),
        fc.constantFrom(' ', 'plain words in between ', '. ', 'x'.repeat(40)),
      ),
      { maxLength: 8, size: 'max' },
    ),
    form: fc.constantFrom('', '', 'NFC', 'NFD'),
  })
  .map(({ parts, form }) => (form === '' ? parts.join('') : parts.join('').normalize(form)))
