import createBidi from 'bidi-js'
import { describe, expect, test } from 'vitest'
import { isolateLtrRuns, splitLtrRuns } from './ltr-runs.ts'
import { tradeStrings } from '../../../tests/support/trade-strings.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

const bidi = createBidi()

/** The characters of an Arabic text as displayed, from left to right. */
function asSeen(text: string) {
  const isolated = isolateLtrRuns(text)
  const levels = bidi.getEmbeddingLevels(isolated, 'rtl')
  return bidi
    .getReorderedIndices(isolated, levels)
    .map((at) => isolated.charAt(at))
    .join('')
    .replace(/[\u2066\u2069]/g, '')
}

/** The text with its runs in double brackets. */
function marked(text: string) {
  return splitLtrRuns(text)
    .map((part) => (part.isLtr ? `⟦${part.text}⟧` : part.text))
    .join('')
}

test.each(tradeStrings)('"%s" is seen from left to right', (text) => {
  expect(asSeen(`قيمته ${text} هنا`)).toContain(` ${text} `)
  if (!text.endsWith('.')) expect(asSeen(`قيمته (${text})، ثم ${text}.`)).toMatch(/^\./)
  expect(asSeen(`قيمته (${text})، ثم ${text}.`).split(text)).toHaveLength(3)
  expect(asSeen(text)).toBe(text)
  expect(asSeen(`${text}، ${text}`)).toBe(`${text} ،${text}`)
})

describe('the runs of a text', () => {
  test.each([
    'قاطع ⟦TM63-C16⟧ أحادي القطب',
    'وفق ⟦IEC 60947-4-1⟧، أي أنه وفق ⟦IEC 60898-1⟧.',
    '⟦1100 V⟧ على الأسطح و⟦1500 V⟧ على الأرض',
    'هاتف الطوارئ: ⟦+966 11 555 0199⟧.',
    'الأحد–الخميس ⟦8:00–17:00⟧، السبت ⟦9:00–13:00⟧',
    'أجهزة التيار المتبقي ⟦RCCB⟧ و⟦RCBO⟧',
    'الطراز ⟦A⟧، و⟦B⟧؛ و⟦C⟧؟',
    'التيار الاسمي ⟦In (8/20 µs)⟧ للقطب، أو (⟦8/20 µs⟧)',
    'النوع «⟦UGR < 19⟧» و"⟦TM63⟧" و"الطراز ⟦TM63⟧" وماسورة ⟦½"⟧ و⟦2"⟧',
    'لوحة ⟦TP16⟧ – 5 أقسام، وقاطع ⟦63 A⟧ / 3 أقطاب، والنظام ⟦N + 1⟧ هنا',
    'من ⟦10 A – 63 A⟧، ومن ⟦−20⟧ إلى ⟦+50⟧، ومن \u200E⟦−5⟧ إلى \u200E⟦+60⟧',
    'موديل ⟦TM63⟧/قديم و⟦TM63⟧+غطاء',
    'القواطع > ⟦TM63⟧',
    '1- ⟦TM63⟧، 2- ⟦TM125⟧',
    '⟦TeSys: control, protection.⟧',
    '⟦IEC 60898-1, IEC 60947-2⟧',
    'بنسبة ⟦5%⟧ ثم ⟦7 %⟧ و٩٪',
    '⟦5%⟧',
    'المحوّل رقم 2 (⟦TX250⟧)، والجدول 3 – ⟦TM63⟧، و⟦#7⟧ و⟦−20⟧ و⟦-5⟧',
    'القدرة ⟦Icu⟧ = 10 كيلوأمبير، و⟦In⟧ = ⟦6 – 63⟧ أمبير، و⟦3 × 16⟧ أمبير',
    'جرّب ⟦TM63⟧! لافتة ⟦DANGER – HIGH VOLTAGE!⟧ وطبعة ⟦2nd ed.⟧ وملف.⟦dwg⟧ أو ⟦.dwg⟧',
    'النوع (القديم ⟦TM63⟧) أو ⟦TM125⟧ (⟦16 A⟧ أو ⟦20 A⟧)',
    'القواطع → ⟦TM63 → C16⟧ ← الملحقات • ⟦RCBO⟧ | أخرى',
    '…⟦TM63⟧ قاطع، ⟦TM125⟧…',
    'الأبعاد (⟦W × H × D⟧): ⟦450 × 1050 × 130 mm⟧',
    'الأبعاد [⟦W × H⟧]: ⟦450 × 1050⟧ مم، والتركيب (⟦Mounting⟧): ⟦DIN rail⟧',
    'الجهد المقنّن ⟦U0/U⟧: ⟦0.6/1 kV⟧، و⟦Uimp⟧: ⟦8 kV⟧',
    'معامل القدرة ⟦cos φ⟧: ⟦≥ 0.95⟧، والقدرة ⟦Icu⟧: 10 كيلوأمبير',
    'تظهر ⟦Error: 5⟧ على الشاشة، ثم ⟦Err: 5⟧ على الشاشة',
    'وفق ⟦ISO 9001: 2015⟧، وهاتف ⟦tel.: +966 11 555 0100⟧، ولافتة ⟦DANGER: 400 V⟧',
    'الطراز ⟦TeSys: control, protection⟧ أو ⟦TX (new): 2 windings⟧',
    '\u202A⟦TM63⟧\u202C و\u2066⟦TM63 16 A⟧\u2069 هنا',
  ])('%s', (text) => {
    expect(marked(text.replace(/[⟦⟧]/g, ''))).toBe(text)
  })
})

test.each([
  'تأسست عام 1987 وفيها 640 موظفًا',
  'من 5 إلى 10، أي 7.5 في المتوسط؛ أو 1,250 متر (100).',
  'بمقياس 1/100 عند 8:00 في 2026/11/23',
  '٢٣٠ ÷ ١٤',
  'من ٦–٦٣ أو ٥ + ٣',
  'العدد × 2',
  'محايد + 3 أطوار - 1',
  'متر / 5، قطع/ساعة، مم²',
  'مكتب – 5 محطات – ومخزن',
  'الطراز-5 والطراز -أو ما يقابله-',
  '1. القاطع',
  '2) القاطع',
  '3- القاطع',
  '• القاطع…',
  '63',
  '—',
  '',
])('"%s" has no run', (text) => {
  expect(marked(text)).toBe(text)
})

test('F44 a plain text has at most 100 runs', () => {
  const text = 'قاطع TM63 في '.repeat(1_500)
  const parts = splitLtrRuns(text)
  expect(parts.filter(({ isLtr }) => isLtr)).toHaveLength(100)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test.each([
  ...[
    'a (',
    '(a',
    'a(b)',
    '(a) + ',
    'a + ',
    'a/',
    'a. ',
    'a"',
    '"1" ',
    '1" ',
    '5 – ',
    '5 % ',
    '1,',
  ],
  ...[
    '#',
    '+',
    '/',
    '≥ ',
    '< ',
    '.',
    '(',
    '"',
    ' ',
    '\u200E',
    'a \u200E',
    'a<b>',
    'a</b> ',
    '<b>a',
  ],
])('a text of 50 kB takes no noticeable time: %j', (part) => {
  const text = `ا a${part.repeat(50_000 / part.length)}ا`
  const tookMs = startCpuTimer()
  splitLtrRuns(text, Infinity)
  // About 50 ms; seconds, if the time grew with the square of the length.
  expect(tookMs()).toBeLessThan(1_000)
})
