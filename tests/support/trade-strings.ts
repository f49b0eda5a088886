/**
 * Texts of the electrical trade as they must be seen in Arabic text, from left to right. Each is one run. A
 * bar, which is not in the text, separates the parts whose order is compared.
 */
const inVisualOrder = {
  ranges: [
    '6|–|63',
    '0.8|–|1.0',
    '0|–|10 |V',
    '4|–|20 |mA',
    '−|25 |… |+|60',
    '-|20 |to |+|55',
    '6 |- |63',
    'Q1|…|Q8',
    '5 |... |40 |°C',
  ],
  ratios: [
    '1|:|1.6',
    '1 |: |1.6',
    '1|/|100',
    '400|/|231',
    '50|/|60 |Hz',
    '230 |÷ |14',
    '1|+|2',
    '3|+|1',
  ],
  limits: ['≥ |90', 'R9 |≥ |50', 'UGR |< |19', '< |3 |%', 'x |≤ |5 |mm', '@ |40 |°C', '~ |5'],
  tolerances: ['±|2 |× |2.5', '24 |V |DC |±|10 |%', '230 |± |5', '+|5', '−|5'],
  dimensions: [
    '18 |× |85 |× |75',
    'M20 |× |1.5',
    '3 |× |(|1 |× |185|)',
    '(|1 |× |185|) |× |3',
    '640 |× |480',
    '½|"',
    '1|-|1|/|2|"',
    '27|°',
  ],
  'part numbers': [
    'TC265|-|?|11',
    '#|7',
    'TX160|-|3P|(|TMD|)',
    'TM63|-|3D32|/|2',
    '-|C16',
    '2|×|CCS2',
    'IP65|/|IK08',
    'A|+++',
    'N |+ |1',
    'Dyn11',
  ],
  standards: [
    'IEC |62040|-|1 |/ |-|2 |/ |-|3',
    'EN |50200|:|2015',
    'IEC|/|EN |61439|-|1|&|2',
    'IEC |60364|-|7|-|710 |§|710.413',
  ],
  formulae: [
    'cos |φ |≥ |0.95',
    'U0|/|U |0.6|/|1 |kV',
    '0.6|/|1 |(|1.2|) |kV',
    'Icu |= |Ics',
    '5 |× |In',
    'a |= |b |× |c',
    'ΔT |= |30 |K',
    'I²t |= |k²S²',
    'tan |δ',
    '500 |× |115.2 |÷ |(|4680 |× |0.8|)',
    'L1|–|L2|–|L3',
  ],
  'chemistry and units': [
    'H₂O',
    'Al₂O₃',
    'AgSnO2',
    'N|·|m',
    'kg|/|m³',
    'µH|/|Ω',
    'dB|(|A|)',
    '10|/|350 |µs',
    '1,250 |A',
    '12,000 |BTU|/|h',
    '1.5 |mm²',
  ],
  'dates, contacts and software': [
    '2026|-|11|-|23',
    '8:00|–|17:00',
    '+|966 |11 |555 |0100',
    '(|+|966|) |11 |555 |0100',
    '011 |555 |0100',
    'sales|@|volt.example',
    'https|://|volt.example|/|mcb|?|a|=|1',
    '/|products|/|mcb',
    'v2.1.0',
    '0x1F',
  ],
}

interface TradeString {
  text: string
  /** In the order in which they must be seen, from left to right. */
  parts: string[]
}

export const tradeStrings = Object.values(inVisualOrder)
  .flat()
  .map((barred): TradeString => {
    const parts = barred.split('|')
    return { text: parts.join(''), parts: parts.map((part) => part.trim()) }
  })
