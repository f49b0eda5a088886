import { describe, expect, test } from 'vitest'
import { idsFound, indexOf, search } from '../../../tests/support/search-entry.ts'

const breakers = () =>
  indexOf(
    {
      id: 'type',
      kind: 'type',
      title: 'Miniature circuit breakers',
      text: 'For final circuits.',
    },
    { id: 'type', kind: 'type', language: 'Ar', title: 'قواطع الدائرة المصغّرة' },
    {
      id: 'three',
      title: 'TM63 three-pole MCB, curve D',
      parentTitle: 'Miniature circuit breakers',
      specs: [
        { name: 'Rated current', value: '6–63', unit: 'A' },
        { name: 'Poles', value: '3', unit: '' },
      ],
      variants: [
        { code: 'TM63-3D16', specs: [{ name: 'Rated current', value: '16', unit: 'A' }] },
        { code: 'TM63-3D32', specs: [{ name: 'Rated current', value: '32', unit: 'A' }] },
      ],
      text: 'Type test passed. The D curve waits for the inrush of a transformer. It is sealed.',
    },
    { id: 'three', language: 'Ar', title: 'قاطع مصغّر TM63 ثلاثي الأقطاب، منحنى D' },
    {
      id: 'one',
      title: 'TM63 single-pole MCB, curve C',
      parentTitle: 'Miniature circuit breakers',
      specs: [{ name: 'Rated current', value: '6–63', unit: 'A' }],
      position: 1,
    },
    { id: 'one', language: 'Ar', title: 'قاطع مصغّر TM63 أحادي القطب، منحنى C', position: 1 },
    { id: 'ring', title: 'TRM17-V ring main unit', text: 'Made without gas.', position: 2 },
    { id: 'ups', title: 'TU-3 uninterruptible power supply', position: 3 },
    { id: 'contactor', title: 'Contactor TC-K', position: 4 },
    { id: 'contactor', language: 'Ar', title: 'كونتاكتور المكثفات TC-K', position: 4 },
  )

describe('a part number', () => {
  test.each(['TM63-3D32', 'tm633d32', 'TM63 3D32', 'tm 63 3d 32', '٢ TM63-3D32'.slice(2)])(
    'is found as %s, and leads to its order code',
    (text) => {
      const [hit] = search(breakers(), text).hits
      expect(hit).toMatchObject({ id: 'three', code: 'TM63-3D32' })
    },
  )
  test.each([
    ['trm17v', 'ring'],
    ['trm 17', 'ring'],
    ['TRM17-', 'ring'],
    ['99d99', undefined],
    ['3D32', 'three'],
    ['633d3', 'three'],
    ['tck', 'contactor'],
  ])('%s finds %s', (text, id) => {
    expect(idsFound(breakers(), text)[0]).toBe(id)
  })
  test('of a series names no single order code', () => {
    expect(search(breakers(), 'TM63-3D').hits[0]).not.toHaveProperty('code')
  })
})

describe('a specification', () => {
  test('is found by its number and unit, before a range that contains it', () => {
    expect(idsFound(breakers(), '32A').slice(0, 2)).toEqual(['three', 'one'])
    expect(idsFound(breakers(), '37 A').sort()).toEqual(['one', 'three'])
    expect(idsFound(breakers(), '80 A')).toEqual([])
  })
  test('is not found by the same number of another unit, unless nothing else is', () => {
    const index = indexOf(
      {
        id: 'cable',
        title: 'TCX-U copper cable',
        specs: [{ name: 'Cross-section', value: '16', unit: 'mm²' }],
      },
      {
        id: 'breaker',
        title: 'TX160 breaker',
        variants: [
          { code: 'TX160-16', specs: [{ name: 'Rated current', value: '16', unit: 'A' }] },
        ],
      },
    )
    expect(idsFound(index, '16 mm2')).toEqual(['cable'])
    expect(idsFound(index, '16 A')).toEqual(['breaker'])
    expect(idsFound(index, '16 kg')).toEqual(expect.arrayContaining(['cable', 'breaker']))
  })
  test('without a unit is shown when the title does not say it', () => {
    const [hit] = search(breakers(), 'mcb 32').hits
    expect(hit?.match ?? hit?.conditions?.[0]?.spec).toMatchObject({ value: '32', unit: 'A' })
  })
})

describe('errors', () => {
  test.each([
    ['contacter', 'contactor', 'Contactor'],
    ['contcator', 'contactor', 'Contactor'],
    ['uninteruptable', 'ups', 'uninterruptible'],
    ['كونتاكتر', 'contactor', 'كونتاكتور'],
    ['مكثفت', 'contactor', 'مكثفات'],
    ['ringmain', 'ring', 'ring main'],
  ])('%s is corrected, which the results say', (text, id, searchedInstead) => {
    const results = search(breakers(), text)
    expect(results.hits[0]?.id).toBe(id)
    expect(results.searchedInstead?.toLowerCase()).toBe(searchedInstead.toLowerCase())
  })

  test.each([
    [';,kjh;j,v', 'contactor', 'كونتاكتور'],
    ['ؤخىفشؤفخق', 'contactor', 'contactor'],
    ['عحس', 'ups', 'ups'],
    ['fvd;v', 'type', 'بريكر'],
    ['HPh]d', 'one', 'أحادي'],
  ])('%s was typed on the other keyboard layout', (text, id, searchedInstead) => {
    const results = search(breakers(), text)
    expect(results.hits.map((hit) => hit.id)).toContain(id)
    expect(results.searchedInstead).toBe(searchedInstead)
  })

  test('a short word of another subject is offered what it resembles, and never corrected to it', () => {
    const index = indexOf({ id: 'fence', language: 'Ar', title: 'أسوار' })
    expect(search(index, 'أسفار')).toMatchObject({ total: 0, closest: 'أسوار' })
    expect(search(index, 'أسواى')).toMatchObject({ total: 1, searchedInstead: 'أسوار' })
  })

  test('a word that names documents, or is beside another script, is never corrected', () => {
    const index = indexOf({ id: 'arrive', language: 'Ar', title: 'يصل إلى كل سائر' })
    for (const text of ['سابر', 'ملف DWG', 'DWG'])
      expect(search(index, text).searchedInstead, text).toBeUndefined()
  })

  test.each(['لكونتاكتور', 'بكونتاكتور', 'وللكونتاكتور', 'فكونتاكتور'])(
    '%s is the word without what Arabic joins to it',
    (text) => {
      const results = search(breakers(), `${text} TC-K`, { language: 'Ar' })
      expect(results.hits[0]?.id).toBe('contactor')
      expect(results).not.toHaveProperty('searchedInstead')
      expect(results).not.toHaveProperty('without')
    },
  )

  test('a word that the content does not know is left out, and said, if the rest names products', () => {
    expect(search(breakers(), 'mcb pizza')).toMatchObject({ without: ['pizza'] })
    expect(search(breakers(), 'transformer pizza').total).toBe(0)
  })

  test.each(['خبز', 'عطر', 'سكر'])('%s was not typed on the other layout', (text) => {
    expect(search(indexOf({ id: 'v', title: 'Curves U, V of S' }), text).total).toBe(0)
  })

  test.each(['pizza', 'football shoes', 'بيتزا', 'xqzw', '؟', '', '   ', 'zz zz zz'])(
    '"%s" finds nothing',
    (text) => {
      expect(search(breakers(), text)).toMatchObject({ hits: [], total: 0, counts: {} })
    },
  )

  test.each([
    ['RCBB', 'RCCB', 'RCBO'],
    ['rcbb 40 A', 'RCCB 40 A', 'RCBO 40 A'],
    ['RCOB', 'RCBO', 'RCCB'],
    ['MCBB', 'MCCB', 'MCB'],
    ['MCBC', 'MCCB', undefined],
    ['MBC', 'MCB', undefined],
    ['VDF', 'VFD', undefined],
    ['RMUU', 'RMU', undefined],
  ])('the abbreviation %s is corrected to %s', (text, searchedInstead, closest) => {
    const titles = ['RCCB 40 A', 'RCBO 40 A', 'MCCB', 'MCB', 'VFD', 'RMU']
    const index = indexOf(...titles.map((title) => ({ id: title, title })))
    const results = search(index, text)
    expect(results.searchedInstead).toBe(searchedInstead)
    expect(results.closest).toBe(closest)
    expect(results.hits[0]?.id.split(' ')[0]).toBe(searchedInstead.split(' ')[0])
  })

  test.each(['MPCB', 'RTU', 'PLC', 'SPDT', 'GIS', 'HVAC', 'RCBB63', 'TX-RC'])(
    '%s is an abbreviation or a code of its own, and never corrected',
    (text) => {
      const titles = ['RCCB', 'RCBO', 'MCCB', 'MCB', 'RMU', 'PFC', 'SPD', 'UPS']
      const index = indexOf(...titles.map((title) => ({ id: title, title })))
      expect(search(index, text).searchedInstead).toBeUndefined()
    },
  )

  test('an abbreviation of the content is what it says', () => {
    const index = indexOf({ id: 'rccb', title: 'RCCB' }, { id: 'own', title: 'RCBB relay' })
    expect(idsFound(index, 'RCBB')).toEqual(['own'])
  })

  test('a spelling that is too far off is offered, not searched', () => {
    const results = search(breakers(), 'kantactur')
    expect(results).toMatchObject({ hits: [], total: 0, closest: 'Contactor' })
    expect(search(breakers(), results.closest ?? '').total).toBeGreaterThan(0)
  })
})

describe('prices', () => {
  const index = indexOf(
    { id: 'mcb', title: 'MCB C16', text: 'Its price depends on the quantity.' },
    { id: 'fence', language: 'Ar', title: 'أسوار' },
  )
  test.each(['اسعار', 'الأسعار', 'price list', 'prices', 'كم سعر', 'طلب عرض سعر', 'how much'])(
    '%s asks for nothing else',
    (text) => {
      expect(search(index, text)).toMatchObject({
        total: 0,
        topic: { name: 'prices', isAll: true },
      })
    },
  )
  test.each(['سعر C16', 'price of mcb', 'mcb quotation', 'أسعار mcb'])(
    '%s finds the product as well',
    (text) => {
      expect(search(index, text)).toMatchObject({
        hits: [{ id: 'mcb' }],
        topic: { name: 'prices', isAll: false },
      })
    },
  )
  test('are found as a document of that name', () => {
    const list = { id: 'list.pdf', kind: 'document', title: 'Price list 2026' } as const
    expect(idsFound(indexOf(list), 'prices')).toEqual(['list.pdf'])
  })
})

describe('order', () => {
  test('exact part number, title, type, specification, text', () => {
    const index = indexOf(
      { id: 'text', title: 'Sensor', text: 'Works with a marlin.', position: 0 },
      {
        id: 'spec',
        title: 'Probe',
        specs: [{ name: 'Case', value: 'marlin', unit: '' }],
        position: 1,
      },
      { id: 'parent', title: 'Gauge', parentTitle: 'Marlin', position: 2 },
      { id: 'longer', title: 'Marlin and other fish of the sea', position: 3 },
      { id: 'title', title: 'Marlin', position: 4 },
    )
    expect(idsFound(index, 'marlin')).toEqual(['title', 'longer', 'parent', 'spec', 'text'])
  })

  test('ties are in the order of their lists, whatever the order in which they came', () => {
    const index = indexOf(
      { id: 'second', title: 'Marlin', position: 1 },
      { id: 'first', title: 'Marlin', position: 0 },
    )
    expect(idsFound(index, 'marlin')).toEqual(['first', 'second'])
  })

  test('results go on in the order of the lists where too many are found to rank them all', () => {
    const index = indexOf(
      ...Array.from({ length: 700 }, (_, at) => ({
        id: `p${at}`,
        title: `Marlin ${at}`,
        position: at,
      })),
    )
    const pages = [0, 250, 500].flatMap((offset) =>
      index.search({ text: 'marlin', language: 'En', offset, limit: 250 }).hits.map(({ id }) => id),
    )
    expect(new Set(pages).size).toBe(700)
    expect(search(index, 'marlin').total).toBe(700)
    expect(pages[0]).toBe('p0')
  })
})

test('results are counted by kind, whatever kind is asked for', () => {
  const asked = { text: 'mcb', language: 'En', kind: 'type', offset: 0, limit: 10 } as const
  const results = breakers().search(asked)
  expect(results.hits.map(({ kind }) => kind)).toEqual(['type'])
  expect(results).toMatchObject({ total: 1, counts: { type: 1, product: 2 } })
})

test('texts are in the visitor’s language, else in the one that the thing has', () => {
  const index = breakers()
  expect(search(index, 'mcb', { language: 'Ar' }).hits[0]).toMatchObject({
    title: 'قواطع الدائرة المصغّرة',
    language: 'Ar',
  })
  expect(search(index, 'rmu', { language: 'Ar' }).hits[0]).toMatchObject({
    title: 'TRM17-V ring main unit',
    language: 'En',
  })
})

describe('an unfinished word', () => {
  test.each([
    ['كونتا', 'contactor'],
    ['الكونتا', 'contactor'],
    ['uninterr', 'ups'],
    ['tm63-3', 'three'],
    ['ring ma', 'ring'],
    ['u', 'ups'],
  ])('%s suggests %s', (text, id) => {
    expect(
      breakers()
        .suggest(text, 'En', 8)
        .map((hit) => hit.id),
    ).toContain(id)
  })
  test('suggests no more than asked', () => {
    expect(breakers().suggest('t', 'En', 2)).toHaveLength(2)
  })
})
