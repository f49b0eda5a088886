import { expect, test } from 'vitest'
import { sampleContent } from '../../../../tests/support/sample-content.ts'
import { splitUnit } from './units.ts'

test.each(
  `A|kA|V AC|V DC|VAC/DC|kV|Hz|mm|mm²|mm2|kg|kg/m|g/cm³|°C|K|%|‰|dB(A)|dBm|ms|kvar|kVA|W|lm/W|Wp|%/°C|kWh|kWh/24h|L/h|m³/h|m3/h|l/min|
  GPM|CFM|rpm|psi|bar|mbar|bar(g)|Nm|N·m|IP|AWG|BTU/h|TR|HP|hp|inch|in|"|ft|lbs|USD|SAR|EUR/m|$|pcs|pieces|poles|years|hours|µF|Ω|kΩ|Ω/km|mAh|
  Mbps|Gbit/s|dpi|ppm|× D|p.u.|min|s|h|A rms|100 m|per 100 m|kelvin|cSt|MW|مم|مم²|سم|م³/س|كجم|كغ|فولت|أمبير|كيلوواط|واط|لتر/دقيقة|ل/د|متر|°م|
  هرتز|ريال|ر.س|ريال/متر|د.ك|ك.ف.أ|قطعة|سنة|ساعة|بار|٪|حصان`
    .split('|')
    .map((unit) => [unit.trim()]),
)('%s is a unit', (unit) => {
  expect(splitUnit(`Value (${unit})`)).toEqual({ name: 'Value', unit })
})

test.each([
  'Attribute 1 value(s)',
  'Box(es)',
  'Body (HTML)',
  'Title (required)',
  'Categories (x,y,z...)',
  'Active (0/1)',
  'Delete existing images (0 = No, 1 = Yes)',
  'In stock (yes/no)',
  'Dimensions (W × H × D)',
  'Dimensions (LxWxH)',
  'Glare rating (UGR)',
  'Harmonic distortion (THDi)',
  'Image (2)',
  'Colour (RAL)',
  'Connection (input)',
  'Finish (see note)',
  'الاسم (مطلوب)',
  'اللون (اختياري)',
  'الأبعاد (الطول × العرض)',
  '(A)',
])('%s has no unit', (label) => {
  expect(splitUnit(label)).toEqual({ name: label, unit: '' })
})

test('the units of the sample are units', () => {
  const units = new Set(Object.values(sampleContent.specifications).map(({ unit }) => unit))
  units.delete('')
  for (const unit of units) expect(splitUnit(`Value (${unit})`).unit).toBe(unit)
  expect(splitUnit('Duration (s)').unit).toBe('s')
  expect(splitUnit('Power(kW)')).toEqual({ name: 'Power', unit: 'kW' })
  expect(splitUnit('Power [kW]')).toEqual({ name: 'Power', unit: 'kW' })
})
