import { describe, expect, test } from 'vitest'
import { indexSample, listEntries, listSampleRows } from '../../../tests/support/sample-entries.ts'
import { foldWord } from '../language/fold-word.ts'
import { findUnits } from '../language/units.ts'
import { kindOfSpec } from '../question/parse/spec-kinds.ts'
import { lettersIn } from '../question/parse/stated-letters.ts'
import { readText } from './read-list.ts'

const index = indexSample()
const signs = { met: '✓', unmet: '✗', unstated: '–' } as const

/** Reads a line, and says of its best choice what it is, and whether it meets what is asked. */
function answer(line: string) {
  const [read] = readText(line).lines
  if (!read || read.isNote) return { state: 'note', best: '', says: [], codes: [], ids: [] }
  const language = /\p{Script=Arabic}/u.test(line) ? 'Ar' : 'En'
  const [match] = index.matchLines([read.question], language)
  const [best] = match?.choices ?? []
  return {
    state: match?.state ?? 'none',
    best: best?.code ?? best?.id ?? '',
    says: (best?.conditions ?? []).map(
      ({ asked, state, spec }) => `${signs[state]} ${asked}${spec ? `: ${spec.value}` : ''}`,
    ),
    codes: (match?.choices ?? []).map(({ code }) => code ?? ''),
    ids: (match?.choices ?? []).map(({ id }) => id),
  }
}

/** The only order code, or product without one, that each line means; for all others, sure is wrong. */
const sure: Record<string, string> = {
  'MCB 3P 32A D curve': 'TM63-3D32',
  'MCB 1P 20A ‘B’ curve': 'TM63-B20',
  'MCB 1P C 16A': 'TM63-C16',
  'قاطع مفرد 16 امبير منحني C': 'TM63-C16',
  'قاطع مفرد ١٦ امبير منحنى بي': 'TM63-B16',
  'RCBO 1P+N 16A curve B type A 30mA': 'TR-BO-B16',
  'RCCB 2P 40A 30mA type A': 'TR-2P40-A30',
  'contactor AC-3 32A': 'TC32',
  'high bay 200W 90°': 'TL-H200-90',
  'MCCB 250A 3P 36kA': 'TX630-250',
  'MCCB FP 250A': 'TX250-4P250',
  'كونتاكتور ثلاثي 32 امبير': 'TC32',
  'سكينة مزدوج 40 امبير 30 ملي': 'TR-2P40-A30',
  'قاطع تفاضلي 63 أمبير 30 مللي': 'TR-2P63-A30',
  'RCCB 40/2/0.03A': 'TR-2P40-A30',
  'RCCB 63/4/0.3': 'TR-4P63-S300',
  'قاطع تسرب 63/0.03': 'TR-2P63-A30',
  'contactor 25A coil 230V': 'TC25',
  'contactor 115A coil 24V': 'TC115-B11',
  'MCB 3P32A D': 'TM63-3D32',
  'RCCB 1x63A30mA': 'TR-2P63-A30',
  'mccb 3p250a36ka': 'TX630-250',
  'كونتاكتور ٣٢أ': 'TC32',
  'RFQ: contactor 32A 220V qty 10': 'TC32',
  'TCX-M15-3x150A': 'TCX-M15-3x150A',
  'TCX-A-4x16': 'TCX-A-4x16',
  'please send 3 pcs of TX160-100 MCCB': 'TX160-100',
  'TO-38-0.16': 'TO-38-0.16',
  'كنتاكتر ٢٥ امبير': 'TC25',
  'contacter 25A': 'TC25',
}

describe('a line is answered by its kind', () => {
  test.each(Object.entries(sure))('%s is sure of %s', (line, code) => {
    expect(answer(line)).toMatchObject({ state: 'sure', best: code })
  })

  test.each([
    ...["32A TP MCB of 'C' curve", '"C" curve MCB 3P 32A', 'MCB 3P 32A type C', 'MCB 3P 32A (C)'],
    ...['MCB 3P 32A curve: C', 'MCB TP 32A char. C', 'MCB 2P 20A "D"', 'TP MCB C32'],
    ...['قاطع ثلاثي ٣٢ امبير منحنى «C»', 'قاطع مصغر ٣ اقطاب ٣٢ أمبير نوع C'],
    ...['قاطع ثلاثي 40 أمبير منحنى سي', 'قاطع ٣ فاز ٢٥ امبير (C)'],
    ...['RCCB 2P 40A 30mA type AC', 'RCCB 2P 40A 30mA type B', 'RCBO C16 30mA type AC'],
    ...['overload relay class 20 17-25A', 'contactor AC-1 32A', 'transformer 1000kVA Dyn5'],
    ...['مانع صواعق نوع 3', 'MDB 2500A form 3b', 'street light 150W IK10', 'MCB 1P+N 16A'],
    ...['1000kVA oil transformer 11/0.4kV', 'isolator 4P 32A AC-21'],
    ...['MCB SP 20A', 'قاطع رباعي 63 امبير', 'isolator 32A', 'isolator 32kA', 'MCB TP&N 63A'],
    // Who states no curve means C.
    ...['MCB 3P32A', 'قاطع مصغر ثلاثي ٣٢ أمبير'],
    ...['TM63-C16 32A', 'TM63-C17', 'TM63-C16-X', 'contactor TM63-C16', 'TM63-C16 or TM63-C20'],
  ])('%s is left to choose: a letter or a rating is not met, or leaves several', (line) => {
    expect(answer(line).state).toBe('choose')
  })

  test.each([
    ['generator 100 kW', 'tg-110', ['✗ 100 kW: 88']],
    ['earth rod 1.2m x 16mm', 'TCT-E17-1.5', ['✗ 1.2m: 1.5', '✗ 16mm: 17.2']],
    ['MCCB 400A 3P 36kA', 'TX630-400', ['✓ 400A: 400', '✓ 3P: 3', '✓ 36kA: 50']],
    ['قاطع مفرد 20A', 'TM63-C20', ['✓ مفرد: 1', '✓ 20A: 20']],
    ['سلك مفرد 4 ملي', 'TCW-R4', ['✓ مفرد: 1', '✓ 4 ملي: 4']],
    ['إضاءة 60×60', 'TL-P60-36-830', ['✓ 60×60: 595 × 35 × 595']],
    ['cable tray 300mm', 'TCT-P300-50', ['✓ 300mm: 300']],
    ['cable tray 800mm', 'TCT-P600-75', ['✗ 800mm: 600']],
    ['حامل كابلات 300 مم', 'TCT-P300-50', ['✓ 300 مم: 300']],
    ['MCB 1P 32A C 36 mm', 'TM63-C32', ['✓ C: C', '✓ 1P: 1', '✓ 32A: 32', '– 36 mm']],
    ['transformer 1000kVA 950W', 'TTD-E1000', ['✓ 1000kVA: 1000', '– 950W']],
    ['قاطع مقولب 160أ 36ك', 'TX160-160', ['✓ 160 أمبير: 160', '✓ 36 كيلو: 36']],
    ['محتاج عرض سعر كيبل ٤×٣٥ نحاس مسلح ٣٠٠ متر', 'TCX-A-4x35', ['✓ 4 core: 4', '✓ 35 mm2: 35']],
    ['MCB 32A 6000A C', 'TM63-C32', ['✓ C: C', '✓ 32A: 32', '✓ 6000A: 6']],
    [
      'مفتاح تفاضلي رباعي 40 أمبير 30 ملي',
      'TR-2P40-A30',
      ['✗ رباعي: 2', '✓ 40 أمبير: 40', '✓ 30 mA: 30'],
    ],
    ['UPS 10kVA', 'tu-40', ['✗ 10kVA: 40']],
    // A rating divides the name of the goods.
    ['محول 1000 kva زيتي', 'TTO-D1000', ['✓ 1000 kva: 1000']],
    ['transformer 1000 kVA oil', 'TTO-D1000', ['✓ 1000 kVA: 1000']],
    // An RCBO is more than what is asked for.
    ['قاطع تسريب ٤٠ امبير', 'TR-2P40-A30', ['✓ 40 امبير: 40']],
    ['قاطع تسريب ٤٠ امبير منحنى C', 'TR-BO-C40', ['✓ منحنى C: C', '✓ 40 امبير: 40']],
    ['generator 1000 kVA standby', 'tg-1100', ['✗ 1000 kVA: 1100']],
    ['DOL starter 11 kW', 'TO-D5.5', ['✗ 11 kW: 5.5']],
    ['conduit 3/4 inch', 'TCT-C20-750', ['✓ 20 mm: 20']],
    ['SPD type 1 25kA', 'ts-t1t2-4p', ['✓ type 1: T1, T2', '✗ 25kA: 12.5']],
    ['battery 5kWh', 'tsb-5r', ['✓ 5kWh: 5.12']],
    ['bollard 12W H=90cm', 'TL-B90-180-830', ['✓ 12W: 12', '✓ 90cm: 900']],
    ['step up transformer 3150kVA 0.8/33kV', 'tto-s', ['✓ 0.8/33kV: 33', '✓ 3150kVA: 3150']],
    ['MDB-1 2500A 80kA', 'TP25-4B-80', ['✓ 2500A: 2500', '✓ 80kA: 80']],
    ['enclosure 800W x 2000H x 600D', 'TE-F2086', ['✓ 800W x 2000H x 600D: 800 × 2000 × 600']],
  ])('%s is best met by %s: %j', (line, best, says) => {
    const answered = answer(line)
    expect([answered.best, answered.says]).toEqual([best, says])
  })

  test.each([
    ['cable 4x16mm2', 'tcx-u-4c'],
    ['كيبل 4×16مم٢', 'tcx-a-4c'],
    ['qate3 16 amper', 'tm63-1p-c'],
    ['ارتينج رود', 'tct-e'],
    ['قاطع لوحي 16', 'tm63-1p-c'],
    ['سيرج تايب 2', 'ts-t2-4p'],
    ['surge protecter type 2', 'ts-t2-4p'],
    ['disribution board 12 way', 'tdb-t'],
    ['please quote 3 nos MCB', 'tm63-1p-c'],
    ['MCB box 8 way', 'tdb-h'],
    ['طبلون ١٨ خط سنقل فاز', 'tdb-h'],
    ['1C x 70mm2 earth cable', 'tcw-z'],
    ['عشر ديجونكتيرات ٢٠ امبير', 'tm63-1p-c'],
    ['طلب تسعير قاطع ٣٢ امبير', 'tm63-1p-c'],
  ])('%s offers %s', (line, id) => {
    expect(answer(line).ids).toContain(id)
  })

  test.each([
    ...['light switch 1 gang 10A', '13A switched socket outlet', 'ceiling fan', 'cement 50kg'],
    ...['water pump 2 hp', 'network switch 24 port', 'limit switch 10A', 'gypsum board 12mm'],
    ...['fuse aM 63A', 'cable lug 16mm', 'ceramic tiles 60x60', 'water heater 50L 1500W'],
    ...['مفتاح إنارة 10 امبير', 'مفتاح ٢ خط', 'افياش 13 امبير', 'مروحة سقف', 'مكيف سبليت 18000'],
    ...['LED bulb E27 9W', 'energy meter 100A', 'Cat6 UTP cable', 'PV cable 6mm2'],
    ...['twin 13A switched socket outlet', 'مخرج قوى 16 أمبير (بريزة)', 'لمبة ليد 9 وات'],
    ...['طرمبة مياه 1 حصان', 'سخان ماء 50 لتر', 'ليمت سويتش', 'سيراميك 60x60', 'كرسي مكتب'],
  ])('%s is not found', (line) => {
    expect(answer(line)).toMatchObject({ state: 'none', ids: [] })
  })

  test.each(['عرض سعر', 'عرض سعر رقم 1234', 'Price list 2024', 'الاجمالي 4×35'])(
    '%s is no item',
    (line) => expect(answer(line).state).toBe('note'),
  )
})

test('options are of the type of the best one', () => {
  for (const line of [
    'MCCB 400A 3P 36kA',
    'generator 100 kW',
    'قاطع مقولب 250 امبير 36 كيلو امبير',
  ])
    for (const id of answer(line).ids) expect(id, line).toMatch(/^(?:tx|tg-)/)
})

test.each([
  ['SPD type 2 3P+N 40kA', /^ts-/],
  ['SPD type 2 40kA DC', /^tsa-sp1000$/],
])('%s: what is for direct current is offered only where it is asked for', (line, first) => {
  expect(answer(line).ids[0]).toMatch(first)
})

test('what meets all ratings comes before what does not', () => {
  for (const line of ['ATS 400A 4P', 'MCB 63A 3P C', 'قاطع 3P 63A c curve', 'UPS 40kVA 1 phase']) {
    const [read] = readText(line).lines
    const [match] = index.matchLines([read?.question ?? ''], 'En')
    const meets = (match?.choices ?? []).map(({ conditions = [] }) =>
      conditions.every(({ state }) => state === 'met'),
    )
    expect(meets, line).toEqual(meets.toSorted((a, b) => Number(b) - Number(a)))
  }
})

test('every sure line of these tables is right', () => {
  const answers = Object.entries(sure).map(([line, code]) => ({ code, ...answer(line) }))
  const said = answers.filter(({ state }) => state === 'sure')
  const right = said.filter(({ best, code }) => best === code)
  process.stdout.write(
    `Sure lines: ${right.length} of ${said.length} right, of ${answers.length}\n`,
  )
  expect(right.length / said.length).toBe(1)
})

test('a specification is of the same kind in both languages, and states the same letters', () => {
  const products = listEntries(listSampleRows()).filter(({ kind }) => kind === 'product')
  const asked = [
    'transformer 13.8/0.4 kV',
    'SPD type 2',
    'class 10',
    'AC-3',
    'form 4b',
    'Dyn11',
    'IK10',
  ]
  const letters = [...asked, 'MCB 1P+N', 'RCCB type A', 'curve C'].flatMap(lettersIn)
  for (const english of products.filter(({ language }) => language === 'En')) {
    const arabic = products.find(({ id, language }) => id === english.id && language === 'Ar')
    for (const [at, spec] of english.specs.entries()) {
      const other = arabic?.specs[at]
      if (!other) continue
      const saysOf = ({ name, value, unit }: typeof spec) => [
        ...findUnits(foldWord(unit)).map((one) => kindOfSpec(name, one)),
        ...letters.map(({ meets }) => meets({ name, value, unit })),
      ]
      expect(saysOf(other), `${english.id}: ${spec.name}`).toEqual(saysOf(spec))
    }
  }
})

describe('a line that names its goods by a maker, or misspells them, is offered what the search finds, and never sure', () => {
  test.each([
    ['Acti9 iC60N C16 - 4 nos', 'TM63-C16'],
    ['ABB S201-C16', 'TM63-C16'],
    ['Acti9 iC60N C16 1P', 'TM63-C16'],
    ['16A C iC60N 1P', 'TM63-C16'],
    ['Kestrand KB6-C16 - 4 nos', 'TM63-C16'],
    ['RCBB 63A 4P', 'TR-4P63-S300'],
    ['MCBC 100A 3P', 'TX160-100'],
    ['RCOB 16A curve B', 'TR-BO-B16'],
  ])('%s: %s', (line, code) => {
    expect(answer(line)).toMatchObject({ state: 'choose', best: code })
  })

  test.each(['Room C16 4 nos', 'fuse NH00 C16 32A', 'Acti9 iID 63A 4P 300mA', 'PLC 16A'])(
    '%s is none',
    (line) => {
      expect(answer(line)).toMatchObject({ state: 'none' })
    },
  )

  test('the word that was not understood is told', () => {
    const [guessed] = index.matchLines(['RCBB 63A 4P'], 'En')
    expect(guessed?.choices[0]?.unchecked).toEqual(['RCBB'])
  })
})
