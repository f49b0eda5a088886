import { expect, test } from 'vitest'
import { createIsolator, splitLtrRuns } from '../../../app/language/ltr-runs.ts'

function ltrRunsIn(text: string) {
  return splitLtrRuns(text).flatMap((part) => (part.isLtr ? [part.text] : []))
}

test.each([
  ['قاطع TM63-C16 أحادي القطب', ['TM63-C16']],
  ['وفق IEC 60947-4-1، أي أنه', ['IEC 60947-4-1']],
  ['لتيارات 6–63 أمبير', ['6–63']],
  ['1100 V على الأسطح و1500 V على الأرض', ['1100 V', '1500 V']],
  ['من 50 kWp إلى 20 MWp', ['50 kWp', '20 MWp']],
  ['هاتف الطوارئ: +966 11 555 0199.', ['+966 11 555 0199']],
  ['الأحد–الخميس 8:00–17:00، السبت 9:00–13:00', ['8:00–17:00', '9:00–13:00']],
  ['18 × 85 × 75 mm', ['18 × 85 × 75 mm']],
  ['السطوع 1.5 cd/m² في الطريق', ['1.5 cd/m²']],
  ['عند 50 °C داخل القاعة', ['50 °C']],
  ['أجهزة التيار المتبقي RCCB وRCBO', ['RCCB', 'RCBO']],
  ['تأسست عام 1987 وفيها 640 موظفًا', []],
  ['', []],
])('in "%s" the left-to-right runs are %j', (text, runs) => {
  expect(ltrRunsIn(text)).toEqual(runs)
  expect(
    splitLtrRuns(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('in HTML only text is changed, never tags, attributes or entities', () => {
  expect(
    createIsolator()('<p dir="rtl">قاطع <a href="/products/mcb">TM63</a> &amp; &lt;b</p>'),
  ).toBe(
    '<p dir="rtl">قاطع <a href="/products/mcb"><bdi dir="ltr" class="ltr-unbroken">TM63</bdi></a> ' +
      '&amp; &lt;<bdi dir="ltr" class="ltr-unbroken">b</bdi></p>',
  )
})

test('a long run may wrap, a short one stays on one line', () => {
  expect(createIsolator()('IEC 60947-2 and IEC 60898-1 and more')).not.toContain('class')
  expect(createIsolator()('13.8 kV')).toContain('class="ltr-unbroken"')
})

test('F44 a page isolates at most 1,500 runs in its rich texts, and 12 in a plain text', () => {
  const text = 'قاطع TM63 في '.repeat(1_000)
  const isolate = createIsolator()
  const count = (html: string) => html.match(/<bdi/g)?.length ?? 0
  expect([text, text, text].map((part) => count(isolate(part)))).toEqual([1_000, 500, 0])
  expect(splitLtrRuns(text).filter(({ isLtr }) => isLtr)).toHaveLength(12)
  expect(
    splitLtrRuns(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
