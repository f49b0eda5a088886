import { describe, expect, test } from 'vitest'
import { shortNames, drawBranchMap, pickForMap } from '../../../app/branches/branch-map.server.ts'
import { zoneOf } from '../../../app/branches/branch-view.server.ts'
import { findCountry } from '../../../app/branches/countries.server.ts'

type Place = [title: string, latitude: number | null, longitude: number | null]

function mapOf(...places: Place[]) {
  return drawBranchMap(
    places.map(([title, latitude, longitude]) => {
      return { id: title, href: `#${title}`, title, latitude, longitude }
    }),
  )
}

const saudi: Place[] = [
  ['Riyadh', 24.67, 46.83],
  ['Jeddah', 21.58, 39.21],
  ['Dammam', 26.41, 50.14],
  ['Tabuk', 28.39, 36.55],
]
const [riyadh = ['', 0, 0], jeddah = ['', 0, 0], dammam = ['', 0, 0]] = saudi

describe('the map of the branches', () => {
  test.each<[string, Place[]]>([
    ['Saudi Arabia', saudi],
    [
      'Egypt',
      [
        ['Cairo', 30.04, 31.24],
        ['Alexandria', 31.2, 29.92],
        ['Aswan', 24.09, 32.9],
      ],
    ],
    [
      'Jordan',
      [
        ['Amman', 31.95, 35.93],
        ['Irbid', 32.55, 35.85],
        ['Aqaba', 29.53, 35],
      ],
    ],
    [
      'Morocco',
      [
        ['Rabat', 34.02, -6.84],
        ['Agadir', 30.42, -9.6],
      ],
    ],
    [
      'several countries',
      [
        ['Dubai', 25.2, 55.27],
        ['Doha', 25.29, 51.53],
        ['Muscat', 23.6, 58.4],
      ],
    ],
    [
      'the whole region',
      [
        ['Casablanca', 33.57, -7.59],
        ['Muscat', 23.6, 58.4],
        ['Moroni', -11.7, 43.25],
      ],
    ],
    [
      'one city at the sea',
      [
        ['North', 21.7, 39.12],
        ['South', 21.4, 39.22],
      ],
    ],
  ])('of %s shows every branch, and land', (_, places) => {
    const map = mapOf(...places)
    expect(map?.nodes.map(({ name }) => name)).toEqual(places.map(([name]) => name))
    for (const { x, y } of map?.nodes ?? []) {
      expect(x).toBeGreaterThan(20)
      expect(x).toBeLessThan(980)
      expect(y).toBeGreaterThan(20)
      expect(y).toBeLessThan((map?.height ?? 0) - 20)
    }
    expect(map?.home).toMatch(/^(M-?\d+ -?\d+l[-\d ]+z)+$/)
    expect(map?.height).toBeGreaterThanOrEqual(650)
    expect(map?.height).toBeLessThanOrEqual(1000)
  })

  test('has north at the top and east on the right', () => {
    const map = mapOf(riyadh, jeddah, dammam)
    const [centre, west, east] = map?.nodes ?? []
    expect(west?.x).toBeLessThan(centre?.x ?? 0)
    expect(east?.x).toBeGreaterThan(centre?.x ?? 0)
    expect(west?.y).toBeGreaterThan(centre?.y ?? 0)
    expect(east?.y).toBeLessThan(centre?.y ?? 0)
  })

  test('adds less than 8,000 characters of outlines to the page', () => {
    const map = mapOf(...saudi)
    expect(`${map?.home}${map?.around}`.length).toBeLessThan(8_000)
  })

  test.each<[string, Place[]]>([
    ['no branch', []],
    ['one branch', [riyadh]],
    ['one branch with coordinates', [riyadh, ['Nowhere', null, null], ['Half', 24, null]]],
    ['one branch within the coverage', [riyadh, ['Lima', -12, -77], ['Pole', 90, 0]]],
    ['branches of one city far from any border', [riyadh, ['North', 24.9, 46.7]]],
  ])('is not drawn for %s', (_, places) => {
    expect(mapOf(...places)).toBeNull()
  })

  test('leaves out branches without coordinates, and shows the others', () => {
    const map = mapOf(['Nowhere', null, null], riyadh, jeddah)
    expect(map?.nodes.map(({ name }) => name)).toEqual(['Riyadh', 'Jeddah'])
  })

  test.each<[string, Place[]]>([
    ['two at one address', [riyadh, ['Also Riyadh', riyadh[1], riyadh[2]], jeddah]],
    ['a whole page at one address', [jeddah, ...Array.from({ length: 23 }, () => riyadh)]],
    ['two in one street', [riyadh, ['Next door', 24.68, 46.84], jeddah]],
  ])('of %s has a separate hit area for each', (_, places) => {
    // The map's width on a phone 360 px wide.
    const pixels = 326 / 1000
    const nodes = mapOf(...places)?.nodes ?? []
    expect(nodes).toHaveLength(places.length)
    for (const [at, node] of nodes.entries()) {
      expect(2 * node.hitRadius * pixels).toBeGreaterThanOrEqual(24)
      for (const other of nodes.slice(at + 1)) {
        expect(Math.hypot(node.x - other.x, node.y - other.y)).toBeGreaterThan(other.hitRadius)
      }
    }
  })

  test('a branch with enough space around it is not moved', () => {
    const unmoved = mapOf(riyadh, jeddah)?.nodes
    expect(mapOf(riyadh, jeddah, jeddah)?.nodes.slice(0, 2)).toMatchObject(
      (unmoved ?? []).map(({ x, y }) => ({ x, y })),
    )
  })

  test('has the branches of its page, and the head office even from another page', () => {
    const nowhere = { branch: { latitude: null, longitude: null } }
    const [first, second] = [saudi[0], saudi[1]].map((place) => ({
      branch: { latitude: place?.[1] ?? 0, longitude: place?.[2] ?? 0 },
    }))
    const [head, other] = [first ?? nowhere, second ?? nowhere]
    expect(pickForMap([nowhere, head, other], [other])).toEqual([head, other])
    expect(pickForMap([nowhere, head, other], [nowhere, head])).toEqual([nowhere, head])
    expect(pickForMap([nowhere], [nowhere])).toEqual([nowhere])
  })

  test('with forty branches has labels for most of them', () => {
    const many = Array.from({ length: 40 }, (_, at): Place => {
      return [`Branch ${at}`, 18 + (at % 7) * 1.7, 38 + Math.floor(at / 7) * 1.9]
    })
    const named = mapOf(...many)?.nodes.filter(({ label }) => label)
    expect(named?.length).toBeGreaterThan(20)
  })

  test('has no label for a very long name, but labels for the others', () => {
    const map = mapOf(['word '.repeat(20_000), 24.67, 46.83], jeddah, dammam)
    expect(map?.nodes.map(({ label }) => label?.text)).toEqual([undefined, 'Jeddah', 'Dammam'])
  })
})

describe('the names on the map', () => {
  test.each([
    [
      ['Riyadh branch', 'Jeddah branch'],
      ['Riyadh', 'Jeddah'],
    ],
    [
      ['فرع الرياض', 'فرع المدينة المنورة'],
      ['الرياض', 'المدينة المنورة'],
    ],
    [
      ['Our Riyadh branch', 'Our Al Kharj branch'],
      ['Riyadh', 'Al Kharj'],
    ],
    [
      ['Riyadh', 'Jeddah'],
      ['Riyadh', 'Jeddah'],
    ],
    [
      ['Riyadh branch', 'Riyadh branch'],
      ['branch', 'branch'],
    ],
    [
      ['Branch', 'Branch two'],
      ['Branch', 'Branch two'],
    ],
    [['Riyadh branch'], ['Riyadh branch']],
    [
      ['', 'Riyadh branch'],
      ['', 'Riyadh branch'],
    ],
    [[], []],
  ])('%j become %j', (names, short) => {
    expect(shortNames(names)).toEqual(short)
  })
})

describe('the time zone of a branch', () => {
  test.each([
    ['Riyadh', 24.67, 46.83, 'Asia/Riyadh'],
    ['Jeddah, at its harbour', 21.48, 39.13, 'Asia/Riyadh'],
    ['Dubai', 25.2, 55.27, 'Asia/Dubai'],
    ['Manama', 26.22, 50.58, 'Asia/Bahrain'],
    ['Doha', 25.29, 51.53, 'Asia/Qatar'],
    ['Kuwait', 29.37, 47.98, 'Asia/Kuwait'],
    ['Muscat', 23.6, 58.4, 'Asia/Muscat'],
    ['Aden', 12.8, 45.03, 'Asia/Aden'],
    ['Baghdad', 33.31, 44.37, 'Asia/Baghdad'],
    ['Amman', 31.95, 35.93, 'Asia/Amman'],
    ['Beirut', 33.89, 35.5, 'Asia/Beirut'],
    ['Damascus', 33.51, 36.29, 'Asia/Damascus'],
    ['Gaza', 31.5, 34.46, 'Asia/Gaza'],
    ['Cairo', 30.04, 31.24, 'Africa/Cairo'],
    ['Khartoum', 15.5, 32.56, 'Africa/Khartoum'],
    ['Tripoli', 32.88, 13.19, 'Africa/Tripoli'],
    ['Tunis', 36.8, 10.18, 'Africa/Tunis'],
    ['Algiers', 36.75, 3.06, 'Africa/Algiers'],
    ['Casablanca', 33.57, -7.59, 'Africa/Casablanca'],
    ['Nouakchott', 18.08, -15.98, 'Africa/Nouakchott'],
    ['Mogadishu', 2.04, 45.34, 'Africa/Mogadishu'],
    ['Djibouti', 11.59, 43.15, 'Africa/Djibouti'],
    ['Moroni', -11.7, 43.25, 'Indian/Comoro'],
    ['the middle of the Arabian Sea', 15, 62, null],
    ['Lima', -12, -77, null],
  ])('in %s', (_, latitude, longitude, zone) => {
    expect(zoneOf({ latitude, longitude }, 'Asia/Riyadh')).toBe(zone)
  })

  test('is the company’s for a branch without coordinates', () => {
    expect(zoneOf({ latitude: null, longitude: 46 }, 'Asia/Riyadh')).toBe('Asia/Riyadh')
  })

  test('is supported by Intl, in every country that has one', () => {
    for (let longitude = -17; longitude < 64; longitude += 1.5) {
      for (let latitude = -12; latitude < 42; latitude += 1.5) {
        const zone = findCountry([longitude, latitude])?.zone
        if (zone) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
      }
    }
  })
})
