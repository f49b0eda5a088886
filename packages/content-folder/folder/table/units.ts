import { plainTextOf } from '@site/arabic-text/characters'
import { keepUnits } from '@site/arabic-text/directions'

/** Units and counted things of three letters and more that stand in headings, but seldom behind a number in a text. */
const inHeadings =
  /^(?:per|a[ct]|ppm|ppb|mol|rad|kgf|lbf|cfm|[glm]pm|mph|kmh|bpm|dpi|ppi|gsm|mils?|[kmgt]?bps|[kmg]?bits?|pcs?|pieces?|nos?|each|sets?|pairs?|rolls?|box(?:es)?|packs?|cartons?|drums?|coils?|cores?|ways?|cycles?|rev|gal|gallons?|oz|ounces?|yards?|miles?|tons?|k?cal|kilos?|[hk]rc|cst|dbi|v(?:ac|dc|rms|pp)|[km]?v(?:ac|dc)|arms|rms|m?bar[ag]?|atm|torr|mmhg|inhg|mwc|wg|nits?|kelvin|celsius|fahrenheit|deg[cf]?|degrees?|y(?:ea)?rs?|hrs?|mins?|secs?|msec|wks?|mths?|chf|gbp|try|iqd|syp|lbp|yer|lyd|tnd|dzd|mad|sdg|inr|cny|jpy|لكل|قطعة|قطع|حبة|علبة|كرتون|رول|جالون|غالون|برميل|ليرة|كيلوجرام)$/iu

/** Matches a symbol of one or two letters, also raised or numbered: "A", "kg", "m²", "m3". */
const symbol = /^\p{L}{1,2}[\d²³⁻¹]{0,2}$/u

/** Matches the names of the sides of a thing, which are no unit: "W × H × D", "LxW". */
const sides = /^[LWHDBT](?:\s*[x×*]\s*[LWHDBT])+$/i

/** Whether a text is written behind a number with its unit: the site keeps both on one line. */
function isKept(word: string) {
  const quantity = `1 ${word}`
  return keepUnits(quantity) !== quantity
}

/** Whether a text, such as that in brackets at the end of a heading, is a unit of measure, a currency, or a sign of one. */
export function isUnit(text: string): boolean {
  const plain = plainTextOf(text)
  if (!/^[^,،;:=?!…]{1,24}$/u.test(plain) || sides.test(plain) || /^y\/n$/i.test(plain))
    return false
  const [first = '', ...others] = plain.split(/[\s()[\]/·⋅.*×^-]+/u).filter(Boolean)
  // "kWh/24h" counts for a number of another unit.
  const words = [first, ...others.map((word) => word.replace(/^\d+(?=\p{L})/u, ''))].filter(Boolean)
  const isOne = (word: string) =>
    symbol.test(word) || inHeadings.test(word) || isKept(word) || /^[^\p{L}]{1,4}$/u.test(word)
  // A number alone counts something: "Image (2)".
  return /[\p{L}%‰٪°Ω"″'′€$£¥]/u.test(plain) && words.length <= 4 && words.every(isOne)
}

/**
 * Splits a label into its name and its unit, which stands in brackets at its end. Brackets with anything else are a part
 * of the name: "Body (HTML)", "Attribute 1 value(s)".
 */
export function splitUnit(label: string): { name: string; unit: string } {
  const [, name = '', gap = '', unit = ''] =
    /^(.*?[^\s([])(\s*)[([]((?:[^()[\]]|\([^()]*\))+)[)\]]$/u.exec(label) ?? []
  const isPlural = gap === '' && /^e?s$/i.test(unit)
  return isPlural || !isUnit(unit) ? { name: label, unit: '' } : { name, unit: unit.trim() }
}
