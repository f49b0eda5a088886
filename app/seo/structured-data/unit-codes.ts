/**
 * UN/CEFACT Common Codes (Recommendation 20) of the units of electrical products, by symbol. Their letter
 * case counts: mW is a thousandth of a watt, MW a million.
 */
const unitCodes = new Map<string, string>(
  Object.entries({
    ...{ A: 'AMP', mA: '4K', kA: 'B22', Ah: 'AMH', mAh: 'E09' },
    ...{ V: 'VLT', mV: '2Z', kV: 'KVT', MV: 'B78' },
    ...{ W: 'WTT', mW: 'C31', kW: 'KWT', MW: 'MAW', GW: 'A90' },
    ...{ VA: 'D46', kVA: 'KVA', MVA: 'MVA', var: 'D44', kvar: 'KVR', Mvar: 'MAR' },
    ...{ Wh: 'WHR', kWh: 'KWH', MWh: 'MWH', GWh: 'GWH', J: 'JOU', kJ: 'KJO', MJ: '3B' },
    ...{ Ω: 'OHM', mΩ: 'E45', kΩ: 'B49', MΩ: 'B75', F: 'FAR', µF: '4O', nF: 'C41', pF: '4T' },
    ...{ H: '81', mH: 'C14', µH: 'B90', T: 'D33' },
    ...{ Hz: 'HTZ', kHz: 'KHZ', MHz: 'MHZ', GHz: 'A86' },
    ...{ mm: 'MMT', cm: 'CMT', m: 'MTR', km: 'KMT', µm: '4H' },
    ...{ 'mm²': 'MMK', 'cm²': 'CMK', 'm²': 'MTK', 'm³': 'MTQ', 'cm³': 'CMQ', L: 'LTR', l: 'LTR' },
    ...{ 'm³/h': 'MQH', 'L/h': 'E32', 'm/s': 'MTS' },
    ...{ mg: 'MGM', g: 'GRM', kg: 'KGM', t: 'TNE', 'kg/m': 'KL' },
    ...{
      N: 'NEW',
      kN: 'B47',
      Nm: 'NU',
      'N·m': 'NU',
      Pa: 'PAL',
      kPa: 'KPA',
      MPa: 'MPA',
      bar: 'BAR',
    },
    ...{ '°C': 'CEL', '°F': 'FAH', K: 'KEL', '°': 'DD', '%': 'P1' },
    ...{ ms: 'C26', s: 'SEC', min: 'MIN', h: 'HUR', d: 'DAY' },
    ...{ lm: 'LUM', lx: 'LUX', cd: 'CDL', 'lm/W': 'B61', dB: '2N', rpm: 'RPM' },
  }),
)

/** The UN/CEFACT code of a unit's symbol; undefined for an unknown one. */
export function unitCodeOf(symbol: string): string | undefined {
  return unitCodes.get(symbol.trim().replace('μ', 'µ'))
}
