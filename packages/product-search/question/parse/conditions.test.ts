import { describe, expect, test } from 'vitest'
import {
  indexSample,
  listEntries,
  listSampleRows,
} from '../../../../tests/support/sample-entries.ts'
import { indexOf, search } from '../../../../tests/support/search-entry.ts'
import { isWholeRun, sampled } from '../../../../tests/support/test-size.ts'

const entries = listEntries(listSampleRows())
const sample = indexSample()

function ask(text: string) {
  const language = /\p{Script=Arabic}/u.test(text) ? 'Ar' : 'En'
  return search(sample, text, { language })
}

/** The statements of the first result on each condition: "✓ 63 A", "✗ 30 mA: 300". */
function firstSays(text: string) {
  const signs = { met: '✓', unmet: '✗', unstated: '–' } as const
  const [hit] = ask(text).hits
  return hit?.conditions?.map(({ asked, state, spec }) =>
    state === 'unmet' ? `${signs[state]} ${asked}: ${spec?.value}` : `${signs[state]} ${asked}`,
  )
}

describe('a value with a unit is a condition that one order code meets', () => {
  test.each([
    ['2 pole 63 A 30 mA RCCB', 'tr-2p-a30', 'TR-2P63-A30'],
    ['4 pole 63 A 300 mA RCCB', 'tr-4p-s300', 'TR-4P63-S300'],
    ['قاطع تسرب ٣٠ ملي ٢ بول ٤٠ امبير', 'tr-2p-a30', 'TR-2P40-A30'],
    ['قاطع تسرب رباعي ٨٠ امبير ٣٠٠ ملي امبير', 'tr-4p-s300', 'TR-4P80-S300'],
    ['mcb 3P 32A', 'tm63-3p-d', 'TM63-3D32'],
    ['MCB 32 A 10 kA curve D', 'tm63-3p-d', 'TM63-3D32'],
    ['transformer 800 kVA', 'ttd-e', 'TTD-E800'],
    ['محول ٨٠٠ كيلو', 'ttd-e', 'TTD-E800'],
    ['transformer 0.8 MVA', 'ttd-e', 'TTD-E800'],
    ['floodlight 200 W 4000 K', 'tl-f200a', 'TL-F200A-740'],
    ['فلود لايت 200 واط', 'tl-f200a', undefined],
    ['contactor 32 A', 'tc-38', 'TC32'],
    ['11 kW contactor', 'tc-38', 'TC25'],
    ['drive 22 kW', 'tv300', 'TV300-22'],
    ['emergency light 3 hour', 'tl-e3s', undefined],
    ['12 way distribution board', 'tdb-t', undefined],
    ['RCBO 16A 30mA', 'tr-rcbo-1pn', undefined],
    ['300mA', 'tr-4p-s300', undefined],
    ['قاطع 16 امبير 3 فاز', 'tm63-3p-d', 'TM63-3D16'],
    ['3 phase MCCB 250A', 'tx630-3p-lsi', 'TX630-250'],
    ['قاطع 3 فاز 100 امبير', 'tx160-3p', 'TX160-100'],
    ['RCBO 32A type B', 'tr-rcbo-1pn', 'TR-BO-B32'],
    ['RCBO 32A B', 'tr-rcbo-1pn', 'TR-BO-B32'],
    ['xyz 3P 32A', 'tx160-3p', 'TX160-32'],
    ['soft starter 45A for pump', 'tss-c45', 'TSS-C45'],
    ['30 mA', 'tr-2p-a30', undefined],
  ])('%s finds %s, %s', (text, id, code) => {
    const { hits, unmet } = ask(text)
    expect(hits[0]).toMatchObject({ kind: 'product', id })
    expect(hits[0]?.code).toBe(code)
    expect(hits[0]?.conditions?.every(({ state }) => state === 'met')).toBe(true)
    expect(unmet).toBeUndefined()
  })

  test.each([
    ['4 core 16 mm2 cable', 4, '16'],
    ['كيبل رباعي ١٦ ملم', 4, '16'],
    ['كيبل 16 ملم 4 كور', 4, '16'],
  ])('%s finds cables of this kind only', (text, cores, section) => {
    const [hit] = ask(text).hits
    expect(hit?.code).toContain(`${cores}x${section}`)
  })
})

describe('a question that names a type of products', () => {
  test.each([
    ['RCBO 63A 30mA', 'RCBO', ['tr-2p-a30', 'tr-4p-s300']],
    ['RCCB 16A 30mA', 'RCCB', ['tr-rcbo-1pn']],
    ['MCCB 630', 'MCCB', ['tdb-p']],
    ['MPCB 25A', 'MPCB', ['tbt-l', 'tc-38']],
  ])('%s says of other products that they are no %s: %j', (text, type, ids) => {
    const { hits } = ask(text)
    for (const id of ids) {
      const said = hits.find((hit) => hit.id === id)?.conditions?.[0]
      expect(said, id).toMatchObject({ asked: type, state: 'unmet', isOtherType: true })
    }
    expect(hits[0]?.conditions?.some(({ state }) => state === 'met')).toBe(true)
  })

  test.each([
    ['RCBO 63A 30mA', ['RCBO', '63A', '30mA']],
    ['MPCB 25A', ['MPCB', '25A']],
  ])('%s that nothing meets says so of the type, too', (text, unmet) => {
    expect(ask(text).unmet?.map(({ asked }) => asked)).toEqual(unmet)
  })

  test.each([
    ['قاطع تيار متبقي 63 4 اقطاب 30', ['✗ 4 اقطاب: 2', '✓ 63', '✓ 30']],
    ['RCD 63 4 pole 30', ['✗ 4 pole: 2', '✓ 63', '✓ 30']],
    ['MCB 3P 32', ['✓ 3P', '✓ 32']],
    ['MCB C16', ['✓ C', '✓ 16 A']],
    ['transformer 800', ['✓ 800']],
    ['contactor 45', ['✗ 45: 38']],
  ])('%s has its numbers tried as ratings: %j', (text, said) => {
    expect(firstSays(text)).toEqual(said)
  })

  test('a residual current of 300 mA is never said to be 30', () => {
    for (const text of ['قاطع تيار متبقي 63 4 اقطاب 30', 'RCD 63 4 pole 30']) {
      const device = ask(text).hits.find(({ id }) => id === 'tr-4p-s300')
      const said = device?.conditions?.find(({ asked }) => asked === '30')
      expect(said, text).toMatchObject({ state: 'unmet', spec: { value: '300', unit: 'mA' } })
    }
  })

  test.each([
    ['MCB C16', ['TM63-C16', 'TM63-2C16']],
    ['قاطع C16', ['TM63-C16', 'TM63-2C16']],
    ['C32', ['TM63-C32', 'TR-BO-C32']],
    ['transformer 800', ['TTD-E800']],
    ['محول ٨٠٠', ['TTD-E800']],
    ['63A MCB', ['TM63-C63', 'TM63-3D63']],
  ])('%s finds order codes first: %j', (text, codes) => {
    const { hits } = ask(text)
    expect(hits.slice(0, codes.length).map(({ kind }) => kind)).toEqual(codes.map(() => 'product'))
    expect(hits.map(({ code }) => code)).toEqual(expect.arrayContaining(codes))
  })
})

test('the number of another maker is said to be unknown, and names none of our codes', () => {
  expect(ask('ABB S203-C63')).toMatchObject({ without: ['ABB', 'S203'] })
  const { hits, unmet, without } = ask('iC60N 3P 32A C')
  expect({ unmet: unmet?.map(({ asked }) => asked), without }).toEqual({
    unmet: ['C', '3P', '32A'],
    without: ['iC60N'],
  })
  expect(hits.slice(0, 6).every(({ conditions }) => conditions?.at(-1)?.state === 'met')).toBe(true)
  const others = ['tsb-215c', 'tss-c45', 'tbt-c']
  expect(hits.slice(0, 6).filter(({ id }) => others.includes(id))).toEqual([])
})

test('a degree of protection is met by a higher one, and products of the type come first', () => {
  const { hits } = ask('luminaire IP54')
  expect(
    hits.every(({ kind, parentTitle }) => kind === 'product' && /light/i.test(parentTitle)),
  ).toBe(true)
  expect(hits[0]?.conditions).toMatchObject([{ asked: 'IP54', state: 'met' }])
  expect(ask('SPD 40kA').hits[0]).toMatchObject({ id: 'ts-t2-4p' })
})

test.each([
  ['May 2024', 'news-abha-hospital-handover'],
  ['مايو 2024', 'news-abha-hospital-handover'],
])('%s finds the news of that month before what mentions it', (text, id) => {
  const ids = ask(text).hits.map((hit) => hit.id)
  expect(ids).toContain(id)
  expect(ids.indexOf(id)).toBeLessThan(ids.indexOf('/branches#branch-tabuk'))
})

test.each(['2024 news', 'أخبار 2024'])('%s finds news of that year only', (text) => {
  const { hits } = ask(text)
  expect(hits[0]?.kind).toBe('news')
  const news = hits.filter(({ kind }) => kind === 'news')
  expect(news.every(({ date }) => date.startsWith('2024'))).toBe(true)
})

test.each(['branch open Friday', 'فرع مفتوح الجمعة', 'دوام فرع جدة يوم الجمعة'])(
  '%s finds the branch that is open on that day first',
  (text) => {
    expect(ask(text).hits[0]).toMatchObject({ id: '/branches#branch-jeddah' })
  },
)

describe('a question for what is in stock', () => {
  test.each([
    ['in stock jeddah rccb', 'TR-2P63-A30'],
    ['63a rcd jeddah', 'TR-2P63-A30'],
    ['63a rcd jedah', 'TR-2P63-A30'],
    ['is the 63 A RCD in Jeddah', 'TR-2P63-A30'],
    ['هل عندكم RCD 63A متوفر في جدة', 'TR-2P63-A30'],
    ['available 63A jeddah 3 pole breaker', 'TM63-3D63'],
  ])('%s finds the order code at that branch first: %s', (text, code) => {
    const [first, ...others] = ask(text).hits
    const branch = expect.stringMatching(/jeddah|جدة/i)
    expect(first).toMatchObject({ code, availability: { state: 'in-stock', branch } })
    expect(others.at(0)?.kind).not.toBe('blog')
  })

  test.each(['in stock riyadh mcb', 'mcb riyadh stock'])('%s offers the codes there', (text) => {
    const [first] = ask(text).hits
    expect(first?.codes?.length).toBeGreaterThan(1)
    for (const { availability } of first?.codes ?? [])
      expect(availability).toMatchObject({ state: 'in-stock', branch: 'Riyadh branch' })
  })

  test.each([
    ['63 A RCD 4 poles Jeddah', 'TR-4P63-S300'],
    ['قاطع تسرب 63 أمبير 4 أقطاب جدة', 'TR-4P63-S300'],
    ['RCD 63A 4P 30mA Jeddah', 'TR-2P63-A30'],
    ['cable 4x16 Jeddah', undefined],
    ['كابلات جدة', undefined],
    ['TM63-C40 Jeddah', 'TM63-C40'],
  ])('%s finds products first, and then the branch', (text, code) => {
    const { hits } = ask(text)
    const at = hits.findIndex(({ id }) => id === '/branches#branch-jeddah')
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThanOrEqual(3)
    for (const { kind } of hits.slice(0, at)) expect(kind).toBe('product')
    if (code !== undefined) expect(hits[0]?.code).toBe(code)
    const isPlug = ({ id }: { id: string }) => id === 'tr-test-plug'
    expect(hits.slice(0, 3).some(isPlug)).toBe(false)
    expect(hits[at]).not.toHaveProperty('match')
  })

  test('products that only mention a town are not among those beside its branch', () => {
    const ids = (text: string) =>
      ask(text).hits.flatMap(({ kind, id }) => (kind === 'product' ? [id] : []))
    expect(ids('400 kVA transformer Riyadh')).toEqual(ids('400 kVA transformer'))
  })

  test('a town that the whole question names stays with it', () => {
    expect(ask('stadium jeddah').hits[0]?.id).toBe('project-jeddah-stadium')
    for (const text of ['jeddah branch', 'فرع جدة'])
      expect(ask(text).hits[0]?.id).toBe('/branches#branch-jeddah')
    expect(ask('emergency jeddah').hits.map(({ kind }) => kind)).not.toContain('product')
  })
})

test('order codes that meet all conditions are offered, or the choice of one', () => {
  const [first] = ask('قاطع 20 امبير احادي').hits
  expect(first?.codes?.map(({ code }) => code)).toEqual(['TM63-C20', 'TM63-B20'])
  expect(ask('كيبل 4x16').hits[0]).toMatchObject({ id: 'tcx-a-4c', codes: [] })
})

describe('where no product meets all conditions, the answer says so and the nearest follow', () => {
  test.each([
    ['4-pole 63 A 30 mA RCCB', ['✗ 4-pole: 2', '✓ 63 A', '✓ 30 mA']],
    ['قاطع تسرب ارضي ٤ بول ٦٣ امبير ٣٠ ملي', ['✗ ٤ بول: 2', '✓ ٦٣ امبير', '✓ ٣٠ ملي']],
    ['63A 4P 30mA', ['✓ 63A', '✗ 4P: 2', '✓ 30mA']],
    ['قاطع تسرب رباعي ٦٣ امبير ٣٠ ملي امبير', ['✗ رباعي: 2', '✓ ٦٣ امبير', '✓ ٣٠ ملي امبير']],
    ['RCCB 45 mA', ['✗ 45 mA: 30']],
    ['RCBO 16 A 10 mA', ['✓ 16 A', '✗ 10 mA: 30']],
    ['5 pole 63 A RCCB', ['✗ 5 pole: 4', '✓ 63 A']],
    ['ups 10 kva', ['✗ 10 kva: 40']],
    ['مفتاح مكيف 30 امبير', ['✗ 30 امبير: 32']],
    ['RCCB 63 A type B', ['✗ type B: A', '✓ 63 A']],
    ['MCB 3P 32A curve C', ['✗ curve C: D', '✓ 3P', '✓ 32A']],
    ['قاطع 3 اقطاب 32 امبير منحنى C', ['✗ منحنى C: D', '✓ 3 اقطاب', '✓ 32 امبير']],
    ['سكينة 4 بول 125 امبير', ['✓ 4 بول', '✗ 125 امبير: 3200']],
  ])('%s: %j', (text, said) => {
    expect(ask(text).unmet).toHaveLength(said.length)
    expect(firstSays(text)).toEqual(said)
  })

  test.each(['contacter 40 A', 'كونتكتور 40 امبير'])(
    '%s finds plain contactors before those of a special duty, and no service kit among them',
    (text) => {
      const { hits } = ask(text)
      const ids = hits.map(({ id }) => id)
      expect(ids.slice(0, 3)).toEqual(['tc-38', 'tc-265', 'tc-cap-60'])
      const kit = hits.find(({ id }) => id === 'tc-service-kit')
      expect(kit?.conditions?.[0]?.isOtherType ?? true).toBe(true)
    },
  )

  test('breakers for direct current come last of those that meet as much', () => {
    const breakers = ask('three-pole MCB 32 A curve C').hits.slice(0, 4)
    expect(breakers.map(({ code }) => code)).toEqual([
      ...['TM63-3D32', 'TM63-2C32', 'TM63-C32', 'TM63-DC-2C32'],
    ])
    expect(ask('capacitor contactor 40 A').hits[0]?.id).toBe('tc-cap-60')
  })

  test('breakers of a related type with the ratings follow those of the type', () => {
    const related = ask('three-pole MCB 32 A curve C').hits.find(({ id }) => id === 'tx160-3p')
    expect(related).toMatchObject({
      code: 'TX160-32',
      conditions: [{ isOtherType: true }, {}, {}, {}],
    })
  })

  test('a number with a unit is never met by the same number of another', () => {
    const { hits, without } = ask('مولد ديزل احتياطي ١٠٠ ك.ف.أ لمبنى مكاتب')
    expect(hits.flatMap(({ kind, id }) => (kind === 'product' ? [id] : []))).toEqual(['tg-110'])
    expect(without).toBeUndefined()
  })

  test('a number without a unit is given none in what is missing, and a voltage of networks is no rating', () => {
    expect(ask('contactor 45').unmet).toEqual([
      { asked: 'contactor', isType: true },
      { asked: '45' },
    ])
    for (const text of ['نهايات كابل 13.8', 'cable terminations 13.8'])
      expect(ask(text).unmet, text).toBeUndefined()
  })

  test('nothing is called missing that the first result meets, though another word is unknown', () => {
    const { hits, unmet } = ask('بديل شنايدر 16 امبير')
    expect(hits[0]?.conditions?.map(({ state }) => state)).toEqual(['met'])
    expect(unmet).toBeUndefined()
  })

  test('the device with 300 mA is shown with what it states', () => {
    const device = ask('4-pole 63 A 30 mA RCCB').hits.find(({ id }) => id === 'tr-4p-s300')
    expect(device?.conditions?.map(({ state }) => state)).toEqual(['met', 'met', 'unmet'])
    expect(device?.conditions?.[2]?.spec).toMatchObject({ value: '300', unit: 'mA' })
  })

  test('the next size up is named for apparent power, and never for currents', () => {
    const transformer = ask('transformer 800 kVA').hits.find(({ id }) => id === 'tto-d')
    expect(transformer?.conditions?.[0]).toMatchObject({
      isNextUp: true,
      spec: { value: '1000', unit: 'kVA' },
    })
    for (const text of ['RCCB 45 mA', 'contactor 33 A', 'mcb 36 A']) {
      const facts = ask(text).hits.flatMap(({ conditions = [] }) => conditions)
      expect(facts.filter(({ isNextUp }) => isNextUp)).toEqual([])
    }
  })
})

test.each([
  ['MCCB 200 A 36 kA', 'tx250-4p'],
  ['MCB 3P 32A 6kA', 'tm63-3p-d'],
])('%s is met by what breaks more', (text, id) => {
  const { hits, unmet } = ask(text)
  expect(unmet ?? []).toEqual([])
  expect(hits[0]).toMatchObject({ id })
})

test.each(['copper cable 4x25 mm2', 'كابل 4 × 25 مم²', 'كيبل نحاس 4*25 ملم'])(
  '%s means the cross-section, never the diameter',
  (text) => {
    const met = ask(text).hits.flatMap(({ conditions = [] }) => conditions)
    expect(met.filter(({ state, spec }) => state === 'met' && spec?.unit === 'mm')).toEqual([])
  },
)

test('the nearest of two quantities that a unit names comes first', () => {
  expect(ask('جنريتر 100 كيلو').hits[0]?.id).toBe('tg-110')
})

test.each([
  ['مفتاح مكيف 30 امبير', 'product', 'tm63-2p-c'],
  ['دوام فرع جدة يوم الجمعة', 'page', '/branches#branch-jeddah'],
  ['هل فرع الدمام فاتح السبت', 'page', '/branches#branch-dammam'],
  ['branch hours thursday dammam', 'page', '/branches#branch-dammam'],
  ['datasheet RCCB', 'product', 'tr-2p-a30'],
  ['كتالوج RCBO', 'product', 'tr-rcbo-1pn'],
  ['transformer instructions', 'document', 'tto-d-instructions-en.pdf'],
  ['تعليمات محول', 'document', 'tto-d-instructions-en.pdf'],
])('%s finds a %s first: %s', (text, kind, id) => {
  expect(ask(text).hits[0]).toMatchObject({ kind, ...(id && { id }) })
})

test.each([
  'متى يفتح فرع الرياض',
  'متى يفتح فرعكم في الرياض',
  'متى تقفلون في الرياض',
  'ساعات عمل فرع الرياض',
  'when does the Riyadh branch open',
  'Riyadh branch closing time',
])('%s finds that branch first', (text) => {
  expect(ask(text).hits[0]).toMatchObject({ kind: 'page', id: '/branches#branch-riyadh' })
})

describe('beside a rating, the outdoors are a condition that is met or left open', () => {
  test.each([
    ['400 kVA outdoor transformer', ['✓ 400 kVA', '– outdoor']],
    ['محول 400 ك.ف.أ خارجي', ['✓ 400 ك.ف.أ', '– خارجي']],
    ['outdoor soft starter 37 kW', ['✓ 37 kW', '✓ outdoor']],
    ['22 kW outdoor charger', ['✓ 22 kW', '– outdoor']],
  ])('%s', (text, says) => {
    expect(firstSays(text)).toEqual(says)
    expect(ask(text)).not.toHaveProperty('unmet')
  })

  test('the nearest ratings follow, where none states it', () => {
    const { hits } = ask('400 kVA outdoor transformer')
    expect(hits.slice(0, 4).map(({ parentTitle }) => parentTitle)).toEqual(
      Array(4).fill(expect.stringMatching(/transformer/i)),
    )
    expect(hits[1]?.conditions?.[0]).toMatchObject({ state: 'unmet', isNextUp: true })
  })

  test('alone they are words like others', () => {
    expect(ask('outdoor lighting').hits.every(({ conditions }) => !conditions)).toBe(true)
  })
})

test('a number alone is no mass', () => {
  expect(ask('كونتكتور ٣٢').hits.map(({ id }) => id)).not.toContain('tdb-t')
  expect(ask('board 32 kg').hits.map(({ id }) => id)).toContain('tdb-t')
})

test('no residual current is ever said to be met by a product that states another', () => {
  const stated = new Map(
    entries.map(({ kind, id, specs }) => [
      `${kind}:${id}`,
      specs.find(({ unit }) => unit === 'mA')?.value,
    ]),
  )
  const phrases = ['RCCB', 'قاطع تسرب', 'earth leakage breaker', '', 'rcd type A']
  for (const milliamps of [10, 30, 100, 300, 500]) {
    for (const phrase of isWholeRun ? phrases : phrases.slice(0, 2)) {
      for (const rest of ['', ' 63 A', ' 4P', ' 2P 40A', ' ٤ بول ٦٣ امبير']) {
        const text = `${phrase} ${milliamps} mA${rest}`.trim()
        const { hits, unmet } = ask(text)
        for (const { kind, id, conditions = [] } of hits) {
          const said = conditions.find(({ asked }) => asked === `${milliamps} mA`)
          if (said?.spec?.unit !== 'mA') continue
          const isStated = stated.get(`${kind}:${id}`) === String(milliamps)
          expect(said.state === 'met', `${text}: ${id}`).toBe(isStated)
        }
        const first = hits[0]?.conditions ?? []
        if (first.some(({ state }) => state === 'unmet')) expect(unmet, text).toBeDefined()
      }
    }
  }
})

describe('conditions of a product', () => {
  const device = {
    id: 'device',
    title: 'TR device',
    specs: [
      { name: 'Residual operating current', value: '100', unit: 'mA' },
      { name: 'Rated current', value: '25, 63', unit: 'A' },
      { name: 'Poles', value: '2, 4', unit: '' },
      { name: 'Ambient temperature', value: '−25…+50', unit: '°C' },
    ],
    variants: [
      {
        code: 'TR-2P63',
        specs: [
          { name: 'Rated current', value: '63', unit: 'A' },
          { name: 'Poles', value: '2', unit: '' },
        ],
      },
      {
        code: 'TR-4P25',
        specs: [
          { name: 'Rated current', value: '25', unit: 'A' },
          { name: 'Poles', value: '4', unit: '' },
        ],
      },
    ],
    text: 'A device of 30 mA stands beside it.',
  }
  const blog = { id: 'blog', kind: 'blog' as const, title: '30 mA devices', text: 'TR device' }
  const index = indexOf(device, blog)

  test('are not met by different order codes', () => {
    const { unmet, hits } = search(index, 'TR device 63 A 4 pole')
    expect(unmet).toEqual([
      { asked: '63 A', quantity: { number: 63, unit: 'a' } },
      { asked: '4 pole', quantity: { number: 4, unit: 'p' } },
    ])
    expect(hits[0]?.conditions?.filter(({ state }) => state === 'met')).toHaveLength(1)
  })
  test('are not met by its text or by the title of another post', () => {
    const quantity = { number: 30, unit: 'ma' }
    for (const asked of ['30 mA', '30 ملي']) {
      expect(search(index, `TR device ${asked}`)).toMatchObject({ unmet: [{ asked, quantity }] })
    }
    expect(index.suggest('device 30 mA', 'En', 8)[0]?.conditions?.[0]?.state).toBe('unmet')
  })
  test('are met within a range', () => {
    const [hit] = search(index, 'TR device 40 °C').hits
    expect(hit?.conditions).toMatchObject([{ state: 'met' }])
  })
  test('are left open where the product states no such quantity', () => {
    const [hit] = search(index, 'device 63 A 10 kVA').hits
    expect(hit?.conditions?.map(({ state }) => state)).toEqual(['met', 'unstated'])
  })
})

describe('a whole order code', () => {
  const codes = entries
    .filter(({ kind, language }) => kind === 'product' && language === 'En')
    .flatMap(({ id, variants }) => variants.slice(0, 2).map(({ code }) => ({ id, code })))
  const taken = sampled(codes, 40)

  test.each(['En', 'Ar'] as const)('is first, always, with its facts (%s)', (language) => {
    for (const { id, code } of taken) {
      for (const text of [code, code.toLowerCase(), code.replaceAll('-', '')]) {
        const [hit] = search(sample, text, { language }).hits
        expect(hit, text).toMatchObject({ kind: 'product', id })
      }
      const [hit] = search(sample, code, { language }).hits
      expect(hit?.code, code).toBe(code)
      expect(hit?.facts?.length, code).toBeGreaterThan(0)
      expect(hit, code).not.toHaveProperty('match')
      expect(sample.suggest(code, language, 8)[0], code).toMatchObject({ kind: 'product', code })
    }
  })
})
