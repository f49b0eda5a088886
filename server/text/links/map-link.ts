import { findPlace } from '../degrees.ts'
import { plainTextOf } from '../plain-characters.ts'
import { webHref } from './web-links.ts'

const maps = 'https://www.google.com/maps'

/** A place as map services write it in few letters, with the city: "PM7F+CC Riyadh". */
const plusCode = /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/i

/** The map of a text: an address on the web, the code of an embedded map, `geo:`, coordinates, a plus code. */
export function mapHref(text: string): string | null {
  const href = webHref(text)
  if (href !== null) return href
  const place = findPlace(text)
  if (place) return mapOf(`${place.latitude},${place.longitude}`)
  const plain = plainTextOf(text)
  return plusCode.test(plain)
    ? `${maps}/search/?api=1&query=${encodeURIComponent(plain.toWellFormed())}`
    : null
}

/** @param place latitude and longitude, such as "24.6668,46.8291" */
export function mapOf(place: string) {
  return `${maps}?q=${place}`
}
