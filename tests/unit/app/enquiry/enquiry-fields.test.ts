import { describe, expect, test } from 'vitest'
import {
  enquiryFields,
  fieldLengths,
  findErrors,
  noValues,
} from '../../../../app/enquiry/form/enquiry-fields.ts'
import { startCpuTimer } from '../../../support/loop-watch.ts'

const good = { ...noValues, name: 'Amal', email: 'amal@site.example', message: 'Two panels' }

describe('what is wrong with an enquiry', () => {
  test('is nothing with a name, a way to answer and a message', () => {
    expect(findErrors(good, false)).toEqual({})
    expect(findErrors({ ...good, email: '', phone: '٠٥٠ ١٢٣ ٤٥٦٧' }, false)).toEqual({})
  })

  test('is a missing name, way to answer or message; a list says enough without one', () => {
    expect(findErrors(noValues, false)).toEqual({
      name: 'name',
      email: 'contact',
      message: 'message',
    })
    expect(findErrors({ ...good, message: '' }, true)).toEqual({})
  })

  test.each(['amal', 'amal@', '@site.example', 'a b@site.example', 'amal@site'])(
    'is the e-mail address %s',
    (email) => expect(findErrors({ ...good, email }, false)).toEqual({ email: 'email' }),
  )

  test('is a phone number of a few digits, even with an e-mail address', () => {
    expect(findErrors({ ...good, phone: '12345' }, false)).toEqual({ phone: 'phone' })
  })

  test.each(enquiryFields)('is a longer %s than its field holds', (field) => {
    const longest = 'x'.repeat(fieldLengths[field])
    const values = { ...good, [field]: `${longest}x` }
    expect(findErrors(values, false)).toMatchObject({ [field]: 'long' })
    expect(findErrors({ ...good, [field]: longest }, false)[field]).not.toBe('long')
  })

  test('V10: is found at once in a very long text', () => {
    const email = `a@${'.'.repeat(60_000)}@`
    const tookMs = startCpuTimer()
    expect(findErrors({ ...good, email }, false)).toEqual({ email: 'long' })
    expect(findErrors({ ...good, email: email.slice(0, 254) }, false)).toEqual({ email: 'email' })
    expect(tookMs()).toBeLessThan(200)
  })
})
