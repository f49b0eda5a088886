/** The keys of the US layout, and the letters of the Arabic (101) layout on them. */
const keys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const letters = [
  ...['ذ', 'ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ج', 'د'],
  ...['ش', 'س', 'ي', 'ب', 'ل', 'ا', 'ت', 'ن', 'م', 'ك', 'ط'],
  ...['ئ', 'ء', 'ؤ', 'ر', 'لا', 'ى', 'ة', 'و', 'ز', 'ظ'],
]

/** Letters typed with the shift key. */
const shifted: [string, string][] = [
  ['H', 'أ'],
  ['N', 'آ'],
  ['Y', 'إ'],
  ['G', 'لأ'],
  ['B', 'لآ'],
  ['T', 'لإ'],
]

const toArabic = new Map([...keys].map((key, at) => [key, letters[at] ?? '']))
const toArabicShifted = new Map([...toArabic, ...shifted])
const toLatin = new Map([...toArabicShifted].map(([key, letter]) => [letter, key.toLowerCase()]))
for (const [key, letter] of toArabic) toLatin.set(letter, key)

/**
 * Converts a text typed on the wrong keyboard layout. It may have several readings: "لا" is one
 * key, or two.
 */
export function listOtherLayout(text: string): string[] {
  if (/[a-z]/i.test(text)) {
    // Who writes both scripts has changed the layout.
    if (/[\u0620-\u064a]/.test(text)) return []
    const withShift = [...text].map(
      (key) => toArabicShifted.get(key) ?? toArabic.get(key.toLowerCase()) ?? key,
    )
    const without = [...text.toLowerCase()].map((key) => toArabic.get(key) ?? key)
    const isCapsLock = text === text.toUpperCase()
    const [first, second] = isCapsLock ? [without, withShift] : [withShift, without]
    return [...new Set([first.join(''), second.join('')])]
  }
  if (!/[\u0620-\u064a]/.test(text)) return []
  const map = (part: string) => [...part].map((letter) => toLatin.get(letter) ?? letter).join('')
  const oneKey = text.replace(/ل[اأإآ]/g, (pair) => toLatin.get(pair) ?? pair)
  return [...new Set([map(oneKey), map(text)])].filter((typed) => areWords(text, typed))
}

/** Whether words are words on the other layout as well: those whose letters are punctuation there are what they are. */
function areWords(text: string, typed: string) {
  const written = text.split(' ')
  return typed
    .split(' ')
    .every(
      (word, at) => !/^\p{L}+$/u.test(written[at] ?? '') || /^(?:[a-z]+|[a-z]{3,}[,.])$/.test(word),
    )
}

/** The rows of both layouts; the letters of a row stand a little to the side of those above them. */
const rows = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤر ىةوزظ'],
]

/** Letters that sound alike, or that stand for vowels. */
const alike = ['aeiouy', 'ckqsz', 'اويى', 'سصث', 'تطث', 'دض', 'ذزظض', 'حهخ', 'قكج', 'اع']

function areAlike(a: string, b: string) {
  return alike.some((group) => group.includes(a) && group.includes(b))
}

function areNear(a: string, b: string) {
  return rows.some((layout) => {
    const [rowA, rowB] = [a, b].map((letter) => layout.findIndex((row) => row.includes(letter)))
    if (rowA === undefined || rowB === undefined || rowA < 0 || rowB < 0) return false
    const apart = (layout[rowB]?.indexOf(b) ?? 0) - (layout[rowA]?.indexOf(a) ?? 0)
    return Math.abs(rowA - rowB) <= 1 && Math.abs(apart) <= 1
  })
}

/**
 * Whether a word may have been typed in place of one that is an edit away: it begins with the same letter, and letters
 * are missing or exchanged, or stand for others that sound alike or are beside them on the keyboard.
 */
export function isPlausibleTypo(typed: string, meant: string) {
  if (typed[0] !== meant[0]) return false
  if (typed.length < meant.length) return true
  const at = [...typed].findIndex((letter, index) => letter !== meant[index])
  const [before = '', letter = '', after = ''] = [...typed].slice(at - 1)
  const other = meant[at] ?? ''
  if (typed.length > meant.length) {
    const isVowel = areAlike(letter, 'a') || areAlike(letter, 'ا')
    return isVowel || [before, after].some((beside) => beside === letter || areNear(beside, letter))
  }
  return after === other || areAlike(letter, other) || areNear(letter, other)
}

/** Whether two neighbours of a word have changed places, and nothing else. */
function areSwapped(typed: string, meant: string) {
  const at = [...typed].findIndex((letter, index) => letter !== meant[index])
  return (
    typed.length === meant.length &&
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  )
}

/**
 * Whether a word may be a misspelt abbreviation that is an edit away. A word of three letters has exchanged ones: another
 * letter makes another abbreviation of it.
 */
export function isMisspeltAbbreviation(typed: string, meant: string) {
  if (areSwapped(typed, meant)) return true
  if (typed.length < 4 || typed[0] !== meant[0]) return false
  return typed.length === meant.length || isPlausibleTypo(typed, meant)
}
