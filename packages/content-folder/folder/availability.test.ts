import { expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

test.each([
  ['in stock', { state: 'in-stock', branch: '' }],
  ['In Stock', { state: 'in-stock', branch: '' }],
  ['available now', { state: 'in-stock', branch: '' }],
  ['in stock, Jeddah', { state: 'in-stock', branch: 'Jeddah' }],
  ['in stock in Jeddah', { state: 'in-stock', branch: 'Jeddah' }],
  ['In stock (Jeddah branch)', { state: 'in-stock', branch: 'Jeddah branch' }],
  ['متوفر', { state: 'in-stock', branch: '' }],
  ['متوفّرة حاليًا', { state: 'in-stock', branch: '' }],
  ['متوفر في فرع جدة', { state: 'in-stock', branch: 'فرع جدة' }],
  ['متوفر بفرع الرياض', { state: 'in-stock', branch: 'فرع الرياض' }],
  ['متوفر، جدة', { state: 'in-stock', branch: 'جدة' }],
  ['14 days', { state: 'days', days: 14, branch: '' }],
  ['10-14 working days', { state: 'days', days: 14, branch: '' }],
  ['10 – 14 days', { state: 'days', days: 14, branch: '' }],
  ['2 weeks, Riyadh', { state: 'days', days: 14, branch: 'Riyadh' }],
  ['available in 5 days', { state: 'days', days: 5, branch: '' }],
  ['14 يومًا', { state: 'days', days: 14, branch: '' }],
  ['خلال ١٠ أيام', { state: 'days', days: 10, branch: '' }],
  ['يومان', { state: 'days', days: 2, branch: '' }],
  ['أسبوعان', { state: 'days', days: 14, branch: '' }],
  ['3 أسابيع', { state: 'days', days: 21, branch: '' }],
  ['to order', { state: 'to-order', branch: '' }],
  ['made to order', { state: 'to-order', branch: '' }],
  ['عند الطلب', { state: 'to-order', branch: '' }],
  ['حسب الطلب', { state: 'to-order', branch: '' }],
  ['discontinued', { state: 'discontinued', branch: '' }],
  ['متوقف', { state: 'discontinued', branch: '' }],
])('"%s" is %j', (text, stated) => {
  expect(availabilityOf(text, '2026-11-28')).toEqual({ ...stated, asOf: '2026-11-28' })
})

test.each(['125', 'yes', 'out of stock', 'غير متوفر', 'unavailable', '0 days', '9999 days', '-'])(
  '"%s" says nothing, and is a problem',
  (text) => {
    expect(availabilityOf(text, '2026-11-28')).toEqual({
      problem: expect.stringContaining('"in stock"'),
    })
  },
)

test.each([
  ['28/11/2026', '2026-11-28'],
  ['٢٨ نوفمبر ٢٠٢٦', '2026-11-28'],
  ['2026-11-28T10:00:00Z', '2026-11-28'],
  ['today', 'today'],
  ['اليوم', 'today'],
])('a statement of %s is one of %s', (asOf, day) => {
  expect(availabilityOf('in stock', asOf)).toMatchObject({ asOf: day })
})

test.each(['', 'soon', '0001-01-01'])(
  'a statement of "%s" has no date, and is a problem',
  (asOf) => {
    expect(availabilityOf('in stock', asOf)).toEqual({ problem: expect.stringContaining('As of') })
  },
)
