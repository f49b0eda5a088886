import { describe, expect, test } from 'vitest'
import { directionOf, directLine, isolate, isolateRuns, markForSubject } from './directions.ts'
import { asSeen } from '../../../tests/support/seen.ts'
import { tradeStrings } from '../../../tests/support/trade-strings.ts'

test.each([
  ['التيار 3 × 16 A', 'rtl'],
  ['TM63-C16 قاطع أحادي القطب', 'rtl'],
  ['المطلوب: Schneider Electric NSX630F Micrologic', 'rtl'],
  ['Please deliver to حي العليا by 5 May', 'ltr'],
  ['Three breakers, please', 'ltr'],
  ['3 × 400', 'ltr'],
  ['٠١١ ٥٥٥ ٠١٠٠', 'ltr'],
  ['sales@فولت.السعودية', 'ltr'],
  ['', 'ltr'],
])('"%s" reads %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

describe('a line of a plain-text message', () => {
  test.each(tradeStrings)('"%s" is seen in order', (text) => {
    for (const language of ['Ar', 'En'] as const) {
      const label = language === 'Ar' ? 'ملاحظة' : 'Note'
      const line = isolate(`قيمته ${text} هنا`, language)
      expect(asSeen(directLine(`${label}: ${line}`, language))).toContain(` ${text} `)
      expect(asSeen(directLine(`${label}: ${isolate(text, language)}`, language))).toContain(text)
    }
  })

  test('without any Arabic reads from left to right whole, with its last sign', () => {
    const line = 'Please quote, and hurry!'
    expect(asSeen(directLine(`| ${isolate(line, 'Ar')}`, 'Ar'))).toBe(`${line} |`)
  })

  test('in English with an Arabic name keeps the order of the sentence', () => {
    const line = 'Please deliver to حي by 5 May'
    const seen = line.replace('حي', 'يح')
    expect(asSeen(directLine(isolate(line, 'Ar'), 'Ar'))).toBe(seen)
    expect(asSeen(directLine(isolate(line, 'En'), 'En'))).toBe(seen)
  })

  test('in Arabic within an English message reads from right to left', () => {
    const seen = asSeen(directLine(`Company: ${isolate('شركة ABB', 'En')} (2)`, 'En'))
    expect(seen).toBe('Company: ABB ةكرش (2)')
  })

  test('in English within English has no invisible characters', () => {
    expect(directLine(isolate('3 × TM63-C16', 'En'), 'En')).toBe('3 × TM63-C16')
  })
})

describe('a subject', () => {
  test.each(tradeStrings)('with "%s" is seen in order', (text) => {
    for (const sender of [`شركة ${text} هنا`, text]) {
      const arabic = markForSubject(sender, 'Ar')
      expect(arabic).not.toMatch(/[\u2066-\u2069]/)
      expect(asSeen(`استفسار من ${arabic} (النسخة 2)`)).toContain(text)
      const english = markForSubject(sender, 'En')
      expect(english).not.toMatch(/[\u2066-\u2069]/)
      expect(asSeen(`Enquiry from ${english} (version 2)`)).toMatch(/\(version 2\)$/)
      expect(asSeen(`Enquiry from ${english} (version 2)`)).toContain(text)
    }
  })

  test('keeps what follows a code apart from it', () => {
    const codes = `${markForSubject('A-1', 'Ar')}، ${markForSubject('B-2', 'Ar')}، 5`
    expect(asSeen(`رمز ${codes}`)).toBe('5 ،B-2 ،A-1 زمر')
  })

  test('of its own needs no language', () => {
    expect(markForSubject('Enquiry: TM63')).toBe('Enquiry: TM63')
    expect(asSeen(markForSubject('طلب: 3 × TM63'))).toBe('3 × TM63 :بلط')
  })
})

test('the title of a tab is seen in order, and stays as it is in English', () => {
  expect(asSeen(isolateRuns('قاطع TC265-?11 #7 | تيار'))).toBe('رايت | TC265-?11 #7 عطاق')
  expect(isolateRuns('TM63 | Tayyar')).toBe('TM63 | Tayyar')
})
