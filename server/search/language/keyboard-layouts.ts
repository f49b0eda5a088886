/** The keys of the US layout, and what the Arabic (101) layout has on them. */
const keys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const letters = [
  ...['ذ', 'ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ج', 'د'],
  ...['ش', 'س', 'ي', 'ب', 'ل', 'ا', 'ت', 'ن', 'م', 'ك', 'ط'],
  ...['ئ', 'ء', 'ؤ', 'ر', 'لا', 'ى', 'ة', 'و', 'ز', 'ظ'],
]

/** With the shift key. */
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

/** What was typed, on the other layout's keys. One key gives "لا", which two keys give, too: hence several. */
export function listOtherLayout(text: string): string[] {
  if (/[a-z]/i.test(text)) {
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
  return [...new Set([map(oneKey), map(text)])]
}
