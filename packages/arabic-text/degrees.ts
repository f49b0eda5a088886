import { plainTextOf } from './characters.ts'

/** Coordinates in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

const limits = { latitude: 90, longitude: 180 }

/** About 10 cm. More decimals could give 1e-7, which maps and address books cannot parse. */
const decimals = 6

const number = '[+-]?\\d{1,3}(?:\\.\\d+)?'
const sexagesimal = `(\\d{1,3})\\s*°\\s*(\\d{1,2})\\s*['′’]\\s*(?:(\\d{1,2}(?:\\.\\d+)?)\\s*(?:"|″|”|''|′′)\\s*)?`
/** Compass directions as letters or Arabic words. */
const side = '(?:[NSEW]|(?:شمال|جنوب|شرق|غرب)[\\p{L}\\p{M}]*)'

const degrees = new RegExp(`^(${side})?\\s*(${number})\\s*°?\\s*(${side})?$`, 'iu')
const minutes = new RegExp(`^(${side})?\\s*${sexagesimal}(${side})?$`, 'iu')

/** Two numbers with decimals, as maps copy them, possibly with "Long:" before the second. */
const pair = /(?<![\d.,])([+-]?\d{1,2}\.\d+)(?:[^\d.+-]{1,12}|%2C)([+-]?\d{1,3}\.\d+)(?![\d.])/iu
/** Numbers with decimal commas, separated by a space or semicolon. */
const commaPair =
  /(?<![\d.,])([+-]?\d{1,2},\d{2,})\s*(?:[;/|]|,?\s)\s*([+-]?\d{1,3},\d{2,})(?![\d.])/u
const sidedPair = new RegExp(
  `((?:${sexagesimal}|${number}\\s*°?\\s*)${side})[\\s,،;/|]*((?:${sexagesimal}|${number}\\s*°?\\s*)${side})`,
  'iu',
)

/**
 * Parses degrees as people and programs write them: 24.7136, "24,7136", "٢٤٫٧١٣٦", "24.7136° N",
 * "24°42'49"N".
 * @returns null for anything else, out of range, and for 0, the empty value of a number
 */
export function degreesOf(value: unknown, axis: keyof typeof limits): number | null {
  if (typeof value === 'number') return inRange(value, axis)
  if (typeof value !== 'string') return null
  const text = plainTextOf(value).replace(/^([+-]?\d+),(\d+)/, '$1.$2')
  const [, before, plain, after] = degrees.exec(text) ?? []
  if (plain !== undefined) return inRange(signed(Number(plain), before ?? after), axis)
  const [, first, whole, minute = '0', second = '0', last] = minutes.exec(text) ?? []
  if (whole === undefined) return null
  const sum = Number(whole) + Number(minute) / 60 + Number(second) / 3_600
  return inRange(signed(sum, first ?? last), axis)
}

/**
 * Parses the coordinates of two fields; each is null if missing. Some editors paste both into one
 * field.
 */
export function placeOf(latitude: unknown, longitude: unknown) {
  for (const value of [latitude, longitude]) {
    const place = typeof value === 'string' ? findPlace(value) : null
    if (place) return place
  }
  return {
    latitude: degreesOf(latitude, 'latitude'),
    longitude: degreesOf(longitude, 'longitude'),
  }
}

/** Finds the first pair of coordinates in a text, latitude first. */
export function findPlace(text: string): Place | null {
  const plain = plainTextOf(text)
  const sided = sidedPair.exec(plain)
  const [first, second] = sided
    ? [sided[1], sided[5]]
    : (pair.exec(plain) ?? commaPair.exec(plain) ?? []).slice(1)
  const [latitude, longitude] = [degreesOf(first, 'latitude'), degreesOf(second, 'longitude')]
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

function signed(size: number, written = '') {
  return /[SW]|جنوب|غرب/i.test(written) ? -size : size
}

function inRange(value: number, axis: keyof typeof limits) {
  const rounded = Number(value.toFixed(decimals))
  return rounded !== 0 && Math.abs(rounded) <= limits[axis] ? rounded : null
}
