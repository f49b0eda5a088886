import { rows } from './sample-rows.ts'
import * as words from './words.ts'
import type { Words } from './words.ts'
import type { Language } from '@site/content-folder/wire'

/** A post of the sample, as on the wire. */
interface WirePost {
  postID: string
  postTitle: string
  postSubTitle: string
  postDetails?: string
  postFiles?: { fileName: string; fileTitle: string }[]
  postSpecs?: Spec[]
  postVariants?: { code: string; specs: Spec[] }[]
  latitude?: number
  longitude?: number
  [contactField: string]: unknown
}

interface Spec {
  name: string
  value: string
  unit: string
}

/** A text that shall be replaced: its key is the same in both languages. */
interface Source {
  text: string
  key: string
  language: Language
}

/** The units of the other trade that stand for those of the sample. */
const otherUnits: Record<string, string> = {
  A: 'm³/h',
  kA: 'm',
  kV: 'bar',
  kVA: 'kW',
  MVA: 'MW',
  lm: 'L/min',
  'lm/W': 'L/kWh',
  MWp: 'ML/d',
}

/** Longer texts are replaced by sentences. */
const maxPhraseLength = 36

const year = /(?<![\d.,])(?:19|20)\d\d(?![.,]?\d)/g

/**
 * A list of posts of the sample as one of the other company: the same ids, pictures, dates, files and
 * tags, and texts of about the same length, with other words and contact values.
 */
export function rewritePosts(json: string, type: string, language: Language): string {
  const posts: unknown = JSON.parse(json)
  if (!Array.isArray(posts)) return json
  return JSON.stringify(posts.map((post: WirePost) => rewritePost(post, wireType(type), language)))
}

/** The products of a solution are products of the catalogue. */
function wireType(type: string) {
  return type.startsWith('SolProducts') ? 'Products' : type
}

function rewritePost(post: WirePost, type: string, language: Language): WirePost {
  if (type === 'Footer.Data') {
    const { title, subTitle } = words.company
    return {
      ...post,
      postTitle: inLanguage(title, language),
      postSubTitle: inLanguage(subTitle, language),
    }
  }
  if (type === 'ContactData') return { ...post, ...contactOf(post, language, null) }

  const { postID, postTitle, postSubTitle, postDetails, postFiles, postSpecs, postVariants } = post
  const position = rows.positionOf(type, postID)
  const isOpening = type === 'About' && position === 0
  const subTitle = isOpening
    ? inLanguage(words.opening.subTitle, language)
    : rewriteText({ text: postSubTitle, key: `${postID} subTitle`, language })
  return {
    ...post,
    postTitle: titleOf(type, postID, position, language, postTitle.length),
    postSubTitle: subTitle,
    ...(postDetails !== undefined && {
      postDetails: rewriteHtml({ text: postDetails, key: postID, language }, isOpening),
    }),
    ...(postFiles && {
      postFiles: postFiles.map((file) => ({
        ...file,
        fileTitle: inLanguage(words.datasheet, language),
      })),
    }),
    ...(postSpecs && {
      postSpecs: postSpecs.map((spec, index) =>
        rewriteSpec(spec, rows.specNamesOf(type, postID)[index] ?? '', language),
      ),
    }),
    ...(postVariants && {
      postVariants: postVariants.map(({ specs }, at) => ({
        code: `F${position + 1}-${at + 1}`,
        specs: specs.map((spec, index) =>
          rewriteSpec(spec, rows.variantSpecNamesOf(type, postID)[at]?.[index] ?? '', language),
        ),
      })),
    }),
    ...(type === 'Branches' && contactOf(post, language, position)),
  }
}

function titleOf(type: string, id: string, position: number, language: Language, length: number) {
  if (type === 'Branches') {
    const place = inLanguage(placeAt(position).name, language)
    return language === 'Ar' ? `فرع ${place}` : `${place} branch`
  }
  if (type === 'Products') {
    const family = at(words.families, rows.typeOfProduct(id))
    const name = `${inLanguage(family.one, language)} F${position + 1}`
    return lengthen(name, length, words.features, position, language)
  }
  const { families, users } = words
  if (type === 'ProductsTypes') {
    const user = at(users, Math.floor(position / families.length))
    return `${inLanguage(at(families, position).all, language)} ${inLanguage(user, language)}`
  }
  const headlines = words.headlines[type]
  if (headlines) {
    const headline = inLanguage(at(headlines, position), language)
    const numbered = headline.replace('{n}', String(position + 1))
    return lengthen(numbered, length, words.circumstances, position, language)
  }
  const title = words.titles[type]?.[position]
  if (!title) throw new Error(`${type} ${id} has no other title: add one in words.ts.`)
  return inLanguage(title, language)
}

/** Appends parts until a title is about as long as the sample's. */
function lengthen(
  start: string,
  length: number,
  parts: Words[],
  first: number,
  language: Language,
) {
  let title = start
  for (const [index] of parts.entries()) {
    const part = inLanguage(at(parts, first + index), language)
    if (title.length + part.length + 2 > length * 1.15) continue
    title += (language === 'Ar' ? '، ' : ', ') + part
  }
  return title
}

/** Replaces the text between tags, and telephone links. Other links lead to the same ids. */
function rewriteHtml({ text: html, key, language }: Source, isOpening: boolean) {
  let count = 0
  return html
    .replace(/href="tel:[^"]*"/g, 'href="tel:+96824550199"')
    .split(/(<[^>]*>)/)
    .map((text, index) => {
      if (index % 2 === 1 || text.trim() === '') return text
      count += 1
      if (isOpening && count === 1) return inLanguage(words.opening.text, language)
      return rewriteText({ text, key: `${key} ${count}`, language })
    })
    .join('')
}

/** A text of about the same length, with the space around the other and its numbers if they fit. */
function rewriteText({ text, key, language }: Source): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  const source = { text: core.replace(/&#?\w+;/g, ' '), key, language }
  return before + rewriteCore(source) + after
}

function rewriteCore(source: Source): string {
  const { text, key } = source
  if (!/\p{L}/u.test(text)) return shiftYears(text)
  // A part number such as "TM63-C10".
  if (/^[A-Z\d]+(?:[-+/][A-Z\d]+)+$|^[A-Z]+\d+$/.test(text))
    return `F${numbersIn(text).join('-') || 1}`
  // A quantity such as "36 kA".
  const [, quantity] = /^(\D?\d[\d\s.,×–/]*)\p{L}{1,14}$/u.exec(text) ?? []
  if (quantity)
    return `${shiftYears(quantity.trim())} ${inLanguage(pick(words.units, key), source.language)}`
  return text.length < maxPhraseLength ? phraseLike(source) : sentencesLike(source)
}

function phraseLike({ text, key, language }: Source) {
  const [end = ''] = /[.:;،؛؟?]$/.exec(text) ?? []
  return pickOfLength(words.phrases, key, language, text.length - end.length) + end
}

function sentencesLike({ text, key, language }: Source) {
  const numbers = numbersIn(text)
  const first = hash(key)
  const written: string[] = []
  let length = 0
  // Each sentence at most once, in an order that depends on the key.
  for (const [index] of words.sentences.entries()) {
    if (length > text.length * 0.85) break
    const sentence = inLanguage(at(words.sentences, first + index * 7), language)
    const number = sentence.includes('{n}') ? numbers.shift() : ''
    const isTooLong = length + sentence.length > text.length * 1.2
    if (number === undefined || (isTooLong && written.length > 0)) continue
    written.push(sentence.replace('{n}', number))
    length += sentence.length + 1
  }
  const prose = written.join(' ')
  return /[.!؟?]$/.test(text) ? prose : prose.replace(/\.$/, '')
}

function rewriteSpec({ name, value, unit }: Spec, englishName: string, language: Language): Spec {
  const [when] = name.match(year) ?? []
  const isTarget = /target|goal/i.test(englishName)
  const own = isTarget ? inLanguage(words.target, language) : specName(englishName, language)
  const joined = isTarget && language === 'En' ? 'for' : language === 'En' ? 'in' : 'في'
  return {
    name: when ? `${own} ${joined} ${shiftYears(when)}` : own,
    value: specValue({ text: value, key: englishName, language }, when !== undefined),
    unit: otherUnits[unit] ?? unit,
  }
}

function specName(englishName: string, language: Language) {
  const position = rows.positionOfSpecName(englishName)
  const { quantities, conditions } = words
  const condition = at(conditions, Math.floor(position / quantities.length))
  const name = [at(quantities, position), condition].map((part) => inLanguage(part, language))
  return name.join(' ').trim()
}

/** @param isMeasure whether the value belongs to a year, so that it needs a number */
function specValue({ text, key, language }: Source, isMeasure: boolean) {
  if (!/\p{L}/u.test(text)) return shiftYears(text)
  const [number = ''] = numbersIn(text)
  const quantity = `${number} ${inLanguage(pick(words.units, key), language)}`
  if (/^\d/.test(text)) return quantity
  if (isMeasure && number) return `${inLanguage(words.atMost, language)} ${quantity}`
  return pickOfLength(words.values, key, language, text.length)
}

/** @param branch its position among the branches; null for the head office */
function contactOf(post: WirePost, language: Language, branch: number | null) {
  const { name, address, latitude, longitude } = placeAt(branch ?? 0)
  const [, english] = name
  const number = branch === null ? 0 : branch + 1
  const mailbox = branch === null ? 'info' : english.toLowerCase().replaceAll(' ', '.')
  const contact: Record<string, string> = {
    adress1: inLanguage(address, language),
    email1: `${mailbox}@falaj.example`,
    phone1: `+968 2455 01${number}0`,
    mapUrl: `https://www.google.com/maps?q=${latitude},${longitude}`,
    facebook: 'facebook.com/falaj.example',
    youtube: 'https://www.youtube.com/@falaj.example',
    // As people write it at home, without the country's code.
    whatsapp: `9123 456${number}`,
    telegram: 'https://t.me/falaj_example',
    tweeter: 'x.com/falaj_example',
  }
  const present = Object.entries(contact).filter(([field]) => post[field])
  return { ...Object.fromEntries(present), ...(branch !== null && { latitude, longitude }) }
}

function placeAt(position: number) {
  return at(words.places, position)
}

/** Years up to 2020 become later ones, in the same order. */
function shiftYears(text: string) {
  return text.replace(year, (found) => {
    const written = Number(found)
    return written > 2020 ? found : String(2026 - Math.round((2026 - written) * 0.6))
  })
}

/** The numbers in a text, without years and the digits of part numbers. */
function numbersIn(text: string) {
  const numbers = text.match(/\d+(?:[.,]\d+)*(?:–\d+(?:[.,]\d+)*)?/g) ?? []
  return numbers.filter((number) => !number.match(year))
}

/** One of those whose length is nearest. */
function pickOfLength(list: Words[], key: string, language: Language, length: number) {
  const texts = list.map((each) => inLanguage(each, language))
  const offBy = (text: string) => Math.abs(text.length - length)
  const best = Math.min(...texts.map(offBy))
  const near = texts.filter((text) => offBy(text) <= best + 2)
  return pick(near, key)
}

function pick<T>(list: readonly T[], key: string): T {
  return at(list, hash(key))
}

/** The item at a position, counted on from the start of the list. */
function at<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

function inLanguage([ar, en]: Words, language: Language) {
  return language === 'Ar' ? ar : en
}

/** A number that depends on the text only: FNV-1a. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return value
}
