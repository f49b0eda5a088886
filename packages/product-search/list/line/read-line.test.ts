import { describe, expect, test } from 'vitest'
import type { QuantityUnit } from './line-words.ts'
import { questionOf, readLine } from './read-line.ts'
import { cpuTimeOf } from '../../../../tests/support/loop-watch.ts'

type Expected = [
  line: string,
  /** null where the line says none. */
  quantity: number | null,
  unit: QuantityUnit | '',
  words: string,
  number?: string,
]

const read = (line: string) => {
  const { quantity, unit, words, number, isNote } = readLine(line)
  return { line, isNote, quantity, unit, words, number }
}

describe('a line of a bill of quantities is read as its writer means it', () => {
  test.each<Expected>([
    ['قاطع مصغر ٣٢ أمبير - ٤ حبات', 4, 'each', 'قاطع مصغر 32 أمبير'],
    ['قاطع ٣٢ أمبير عدد (٥)', 5, 'each', 'قاطع 32 أمبير'],
    ['قاطع ثلاثي 63A عدد/٤', 4, 'each', 'قاطع ثلاثي 63A'],
    ['قاطع ١٠٠ أمبير ( ٥ قطع )', 5, 'each', 'قاطع 100 أمبير'],
    ['بالعدد ٦ كشاف 60x60 سم', 6, 'each', 'كشاف 60x60 سم'],
    ['كشاف ٢×٣٦ واط العدد: ١٢', 12, 'each', 'كشاف 2×36 واط'],
    ['محتاج ١٠ حبات قاطع ٢٠ أمبير', 10, 'each', 'قاطع 20 أمبير'],
    ['السلام عليكم ابغى ٢٠ حبة بريكر ٢٠ امبير', 20, 'each', 'بريكر 20 امبير'],
    ['و ٥ كشاف ٤٠ واط', 5, '', 'كشاف 40 واط'],
    ['كيبل ٤×١٦ مم٢ - ٢٠٠ م', 200, 'metre', 'كيبل 4×16 مم2'],
    ['كيبل 4x16 مم2 مسلح 300 متر طولي', 300, 'metre', 'كيبل 4x16 مم2 مسلح'],
    ['كيبل مسلح ١٬٢٥٠ م.ط', 1250, 'metre', 'كيبل مسلح'],
    ['سلك 2.5 مم ٣ لفات', 3, 'roll', 'سلك 2.5 مم'],
    ['لفتين سلك ٤ مم', 2, 'roll', 'سلك 4 مم'],
    ['خمس حبات مفتاح انارة', 5, 'each', 'مفتاح انارة'],
    ['قاطع 16 أمبير حبة واحدة', 1, 'each', 'قاطع 16 أمبير'],
    ['مولد ديزل 100 كيلو - مقطوعية', 1, 'lot', 'مولد ديزل 100 كيلو'],
    ['كاميرا × ٤', 4, '', 'كاميرا'],
    ['قـــاطع مـصـغّـر ١٦ أمبير = ٧', 7, '', 'قاطع مصغر 16 أمبير'],
    ['حبتين كونتكتور 25 أمبير كويل 220 فولت', 2, 'each', 'كونتكتور 25 أمبير كويل 220 فولت'],
    ['\u202bقاطع ٢٠ أمبير\u202c \u200f٥ حبات', 5, 'each', 'قاطع 20 أمبير'],
    ['بند رقم 3.2 - محول 500 ك.ف.أ عدد ١', 1, 'each', 'محول 500 ك.ف.أ', '3.2'],
    ['أ) عمود إنارة 10 م عدد 8', 8, 'each', 'عمود إنارة 10 م', 'أ'],
    ['٣- قاطع مقولب ٣×٢٥٠ أمبير — ٤ حبات', 4, 'each', 'قاطع مقولب 3×250 أمبير', '3'],
    ['MCB TP 32A 10kA C curve 4 nos', 4, 'each', 'MCB TP 32A 10kA C curve'],
    ['MCB 1P 16A x 6', 6, '', 'MCB 1P 16A'],
    ['6x MCB SP 20A', 6, '', 'MCB SP 20A'],
    ['10*TM63-3C32', 10, '', 'TM63-3C32'],
    ['TM63-3C32 5', 5, '', 'TM63-3C32'],
    ['32A x 6', 6, '', '32A'],
    ['3x2.5mm2 cable 500m', 500, 'metre', '3x2.5mm2 cable'],
    ['3C x 2.5 mm2 cable, 5 rolls of 100 m', 5, 'roll', '3C x 2.5 mm2 cable, of 100 m'],
    ['LED panel 60x60 cm 40W - 24 pcs', 24, 'each', 'LED panel 60x60 cm 40W'],
    ['contactor 40A coil 220V AC - 3 Nos.', 3, 'each', 'contactor 40A coil 220V AC'],
    ['contactor 9A, coil 24V DC. Qty=2', 2, '', 'contactor 9A, coil 24V DC.'],
    ['qty: 1,250 mtr 4C x 16 mm2 XLPE', 1250, 'metre', '4C x 16 mm2 XLPE'],
    ['4C x 16 mm2 XLPE cable rmt 350', 350, 'metre', '4C x 16 mm2 XLPE cable'],
    ['ten pcs isolator 32A 3P', 10, 'each', 'isolator 32A 3P'],
    ['isolator 32A 3P (10)', 10, '', 'isolator 32A 3P'],
    ['isolator 32A 3P, 10', 10, '', 'isolator 32A 3P'],
    ['MCCB 3P (qty 5) 100A', 5, '', 'MCCB 3P 100A'],
    ['Generator 250 kVA, LS', 1, 'lot', 'Generator 250 kVA'],
    ['pole of 8 m with bracket - 14 no', 14, 'each', 'pole of 8 m with bracket'],
    ['Cable tray 300 mm 50 lengths', 50, 'length', 'Cable tray 300 mm'],
    ['cable 1.2 km', 1200, 'metre', 'cable'],
    ['cable 2 km', 2, 'kilometre', 'cable'],
    ['خمس قواطع ١٦ امبير', 5, '', 'قواطع 16 امبير'],
    ['نص دستة كشاف ٢٠٠ وات', 6, '', 'كشاف 200 وات'],
    ['لافتة مخرج بعدد خمسة وعشرون', 25, '', 'لافتة مخرج'],
    ['اتناشر كشاف ٢٠ وات', 12, '', 'كشاف 20 وات'],
    ['انفرتر ١٠ كيلو ٣ فاز واحد', 1, '', 'انفرتر 10 كيلو 3 فاز'],
    ['مكيف سبليت ١٨٠٠٠ وحدة حبتين', 2, 'each', 'مكيف سبليت 18000 وحدة'],
    ['قاطعين ٦٣ امبير', 2, '', 'قاطعين 63 امبير'],
    ['بالمتر الطولي: كابل نحاس الكمية/ ٢٢٠ م.ط', 220, 'metre', 'كابل نحاس'],
    ['two dozen LED tubes', 24, '', 'LED tubes'],
    ['3 dozen LED panels 36W', 36, '', 'LED panels 36W'],
    ['twenty-five contactors 9A', 25, '', 'contactors 9A'],
    ['UPS 40 kVA - one', 1, '', 'UPS 40 kVA'],
    ['O/G: 2 x MCB TP 63A', 2, '', 'O/G: MCB TP 63A'],
    ['iii. Cat6 cable – 5 boxes', 5, 'box', 'Cat6 cable', 'iii'],
    ['MCB 20A 1000000 pcs', null, 'each', 'MCB 20A'],
    ['[12/05/2024, 10:33:12] Ali: MCB 20A 5 pcs', 5, 'each', 'MCB 20A'],
    ['• isolator 32A\u00a0—\u00a03\u00a0pcs', 3, 'each', 'isolator 32A'],
    ['Please quote 3 nos MCB 63A', 3, 'each', 'MCB 63A'],
    ['1. MCCB 3P 250A 36kA - 2 nos', 2, 'each', 'MCCB 3P 250A 36kA', '1'],
    ['2.1.4 MCCB 3P 160A, Qty: 3', 3, '', 'MCCB 3P 160A', '2.1.4'],
    ['3) RCCB 4P 63A 300mA (qty 5)', 5, '', 'RCCB 4P 63A 300mA', '3'],
    ['Item 4 - Energy meter, 10 EA', 10, 'each', 'Energy meter', '4'],
  ])('%s', (line, quantity, unit, words, number = '') => {
    expect(read(line)).toEqual({ line, isNote: false, quantity, unit, words, number })
  })
})

test.each([
  'قاطع مقولب ٣×٢٥٠ أمبير',
  'كشاف ليد IP65 2x36 واط',
  'كونتكتور ٤٠ أمبير كويل ٢٢٠ فولت',
  'قاطع تفاضلي 63 أمبير 30 مللي',
  'كشاف ٥٠ واط ٤٠٠٠ كلفن',
  'لوحة ٣ فاز ٢٤ خط',
  '3x2.5mm2 cable',
  '12 x 2.5 mm2 wire',
  '2 x 36W weatherproof fitting IP65',
  '60x60 LED panel 40W',
  '100 mm cable tray',
  '7.5 kW DOL starter',
  'contactor 40A coil 220V',
  'MCCB 250A 36kA as per UL 489',
  'MCB 1P 16A C curve to BS EN 60898',
  'Wall enclosure 600x400 RAL 7035',
  'قاطع مقولب 250 أمبير حسب المواصفة UL 489',
  'MCB IEC 60947-2 32A',
  'MCB type B 20',
  'GI conduit 3"',
  'three position selector switch',
  'كونتاكتور ٣٢ امبير كويل ٢٢٠',
  'contactor 32A 220',
  'عشر قواطع وخمس كونتاكتورات',
  ...['MCB 16A 3P, qty ?', 'MCB 16A qty TBC', 'قاطع ١٦ أمبير الكمية ؟', 'MCB 16A, qty as required'],
  'TM63-3C32',
])('numbers of the goods are no quantity: %s', (line) => {
  expect(read(line)).toMatchObject({ isNote: false, quantity: null, number: '' })
})

test.each([
  ['A9F74116 10', 'A9F74116', 10],
  ['S201-C16 6', 'S201-C16', 6],
  ['Contactor 32A AC-3 coil x 4', 'Contactor 32A AC-3 coil', 4],
])(
  'a part number, or what a sign joins to its quantity, is an item without it: %s',
  (line, words, quantity) => {
    expect(read(line)).toMatchObject({ isNote: false, words, quantity })
  },
)

test.each([
  ...['أعمال الكهرباء', 'الإجمالي', 'ملاحظة: الأسعار شاملة الضريبة', 'البند الوصف الوحدة الكمية'],
  ...['شكرا', 'المشروع: فيلا الرياض', 'السلام عليكم ورحمة الله وبركاته', 'كابلات ومواسير:'],
  ...['Section 2: LV Distribution', 'Total carried to summary', 'Page 3 of 12', 'Carried forward'],
  ...['Item Description Unit Qty', '-----', '=== Lighting ===', 'Dear Sir,', '120', '20A', ''],
  ...['Provisional sum for 11kV connection, 50,000', 'مبلغ احتياطي ٥٠٠٠٠', 'Panel: SMDB-GF'],
  ...[
    '1/3 · https://bills.example/7',
    '29/11/2026, 8:52 AM',
    '8:52 ,29/11/2026',
    'www.bills.example 1/3',
    'sales@bills.example 0115550100 1 / 1',
  ],
  ...['ELECTRICAL - GROUND FLOOR', 'الدور الأول - إنارة'],
  ...['Ground floor', 'FIRST FLOOR', '2nd floor:', 'Basement 2', 'Villa type A', 'Block B', 'Roof'],
  ...['الدور الأرضي', 'الطابق الثاني', 'دور متكرر', 'البدروم', 'مبنى رقم 3', 'السطح'],
  ...['Please quote for the following:', 'Rev 2 dated 12/05/2024', '1 x 1 x 1 x 1', '\ud800'],
])('is no item: %s', (line) => {
  expect(read(line).isNote).toBe(true)
})

test.each([
  ['قاطع ٣×٢٥٠ أمبير حسب المواصفات والمخططات', 'قاطع 3 pole 250 A'],
  ['MCB SP 20A complete with all accessories as per specifications', 'MCB 1 pole 20A'],
  ['cable 4C x 16 mm2', 'cable 4 core 16 mm2'],
  ['12 way TPN distribution board', '12 way 3 phase distribution board'],
  ['distribution board TPN 12 way', 'distribution board 3 phase 12 way'],
  ['starter for 40 HP motor', 'starter for 30 kW motor'],
  ['PVC conduit 1 1/4"', 'PVC conduit 32 mm'],
  ['earth rod 5/8 inch', 'earth rod 14.2 mm'],
  ['ماسورة 1 بوصة', 'ماسورة 25 mm'],
  ['copper busbar 60x10mm', 'copper busbar 60x10mm'],
  ['MCCB TP 100AT/160AF', 'MCCB 3 pole 100 A'],
  ['اوفرلود من ١٧ ل ٢٥ امبير', 'اوفرلود 17-25 امبير'],
  ['كشاف ٦٠ بـ ٦٠', 'كشاف 60x60'],
  ['contactor 32A coil 220', 'contactor 32A coil 220 V'],
  ['gland 25mm', 'gland M25'],
  ['eight way DB', '8 way DB'],
  ['as per sample', 'as per sample'],
])('is asked without documents, and with its ratings: %s', (words, question) => {
  expect(questionOf(readLine(words).words)).toBe(question)
})

/** Lines that cost regular expressions the most. */
const hostile: Record<string, string> = {
  'one word of 1 MB': 'x'.repeat(1024 * 1024),
  'one Arabic word of 1 MB': 'ا'.repeat(1024 * 1024),
  '600 digits': '9'.repeat(600),
  '100,000 tabs': '\t'.repeat(100_000),
  'cells of tabs': 'a\t'.repeat(100_000),
  'names of properties': '__proto__ constructor toString 5 pcs',
  'direction marks': `${'\u202e\u2066\u200f'.repeat(100)}MCB 20A 5 pcs`,
  'many times': '1 x '.repeat(20_000),
  'many products': `mm ${'12 x 2.5 '.repeat(500)}`,
  brackets: '('.repeat(100_000),
  'many labels': 'بالعدد '.repeat(20_000),
  'many references': 'حسب '.repeat(200),
  'many greetings': 'please '.repeat(200),
  'many thousands': `ab ${'1,111,'.repeat(200)} pcs`,
  'many abbreviations': `db ${'tp '.repeat(300)}`,
  'many cables': `cable ${'4x'.repeat(400)}`,
  dots: `${'1.'.repeat(400)}a`,
  spaces: `MCB${' '.repeat(100_000)}5`,
  marks: `قاطع${'\u064b'.repeat(100_000)}`,
  'combining accents': `a${'\u0301'.repeat(100_000)}`,
  'half pairs': 'MCB\ud800'.repeat(20_000),
}

test.each(Object.entries(hostile))('takes no time: %s', (_, line) => {
  const took = cpuTimeOf(() => {
    const { words, quantity } = readLine(line)
    questionOf(words)
    expect(words.length).toBeLessThanOrEqual(600)
    expect(quantity ?? 1).toBeGreaterThan(0)
  })
  expect(took).toBeLessThan(50)
})
