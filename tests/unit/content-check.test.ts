import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screenAt, screens } from '../../app/addresses.ts'
import { readFolder } from '@site/content-folder/folder-reader'
import { languages, slugOf, type Language } from '@site/content-folder/wire'
import { projectRoot } from '@site/runtime/project'
import { runtimeFolders } from '../../server/folders.ts'
import { sampleFolder } from '@site/content-folder/folder-files'

/** A line of text of the sample company's content, or of the interface. */
interface Text {
  /** The id of the innermost post around it, or empty. */
  post: string
  /** The key that holds it, such as `title` or `details`. */
  key: string
  /** Null for a value that both languages share. */
  language: Language | null
  /** Whether it is a row of a table or the value of a specification, where unit symbols stand. */
  isTable: boolean
  text: string
}

/** Keys whose values are ids, file names, addresses and what only editors read. */
const notRead =
  /^(?:id|image\w*|gallery|fileName|code|parent|keySpecs|date|unit|meaning|openingHours|l\w+itude|mapUrl|email1|phone1|facebook|youtube|whatsapp|telegram|tweeter)$/

const nowhere = { post: '', key: '', language: null, isTable: false }

function listTexts(node: unknown, around: Omit<Text, 'text'> = nowhere): Text[] {
  if (typeof node === 'string') {
    return node.split('\n').flatMap((line) => {
      const text = line.replace(/\{\{(\w+)[^}]*\}\}/g, '{$1}')
      return line.trim() ? [{ ...around, text, isTable: around.isTable || line[0] === '|' }] : []
    })
  }
  if (Array.isArray(node)) return node.flatMap((item) => listTexts(item, around))
  if (typeof node !== 'object' || node === null) return []
  const post = 'id' in node && typeof node.id === 'string' ? node.id : around.post
  const entries: [string, unknown][] = Object.entries(node)
  return entries.flatMap(([key, value]) => {
    // The products of a solution are a list of ids.
    const isOfIds = key === 'products' && Array.isArray(value) && typeof value[0] === 'string'
    if (isOfIds || notRead.test(key)) return []
    if (key === 'Ar' || key === 'En') return listTexts(value, { ...around, post, language: key })
    return listTexts(value, { ...around, post, key, isTable: around.isTable || key === 'specs' })
  })
}

const { content, problems } = await readFolder(sampleFolder)
const { categories } = content
const types = categories.flatMap((category) => category.types)
const products = types.flatMap((type) => type.products)
const texts = listTexts(content)
const interfaceTexts = languages.flatMap((language) => {
  const file = path.join(runtimeFolders.translations, `${language}.json`)
  return listTexts(JSON.parse(readFileSync(file, 'utf8')), { ...nowhere, language })
})
const glossary = readFileSync(path.join(projectRoot, 'docs/glossary.md'), 'utf8')

const describeText = ({ post, key, text }: Text) => `${post} ${key}: ${text.slice(0, 100)}`

test('the sample is read without a problem, in both languages, with the key specs of each type', () => {
  const { contact: _contact, footer: _footer, specifications: _labels, ...lists } = content
  const posts = [...Object.values(lists).flat(), ...types, ...products]
  expect(posts.filter(({ only }) => only).map(({ id }) => id)).toEqual([])
  const lacking = types.flatMap(({ keySpecs, products: own }) =>
    own.flatMap(({ id, specs }) => {
      const stated = specs.map(({ name }) => slugOf(name.En))
      return keySpecs.filter((key) => !stated.includes(key)).map((key) => `${id} lacks ${key}`)
    }),
  )
  expect([...problems, ...lacking]).toEqual([])
})

/** A product name: capitals that begin with T, then a number or a part after a hyphen. */
const productName = /(?<![A-Za-z\d-])T[A-Z]{1,3}(?:\d|-[A-Z\d])[A-Za-z\d.-]*(?<=[A-Za-z\d])/g

/** Names like those of products: earthing systems, and what is made to order and named in a text only. */
const otherNames = ['TN-S', 'TN-C', 'TN-C-S', 'TM-LK', 'TMB-2', 'TCX-M30', 'TSA-SP1000C']

const names = products.flatMap(({ id, Ar, En, specs, variants }) => [
  id.toUpperCase(),
  ...(`${Ar.title} ${En.title}`.match(productName) ?? []),
  ...variants.map(({ code }) => code),
  // Older products, which nobody sells any more.
  ...[...specs, ...variants.flatMap((variant) => variant.specs)].flatMap(({ name, value }) =>
    name.En === 'Replaces' ? (JSON.stringify(value).match(productName) ?? []) : [],
  ),
])
const known = new Set([...names, ...otherNames])

/** Whether a name is the beginning of another, which stands for a series. */
function isSeries(name: string) {
  const end = name.length
  return names.some(
    (each) => each.startsWith(name) && !/\d\d|[A-Z]{2}/.test(each.slice(end - 1, end + 1)),
  )
}

function hasUnknownName({ text }: Text) {
  return text.match(productName)?.some((name) => !known.has(name) && !isSeries(name)) ?? false
}

const posts: Record<string, { id: string }[]> = {
  [screens.productDetails]: products,
  [screens.productsDetails]: products,
  [screens.products]: types,
  [screens.productsTypes]: categories,
  [screens.blogDetails]: content.blog,
  [screens.newsDetails]: content.news,
  [screens.serviceDetails]: content.services,
  [screens.projectDetails]: content.projects,
  [screens.solutionDetails]: content.solutions,
  [screens.allSolutionProducts]: content.solutions,
}

function hasDeadLink({ text }: Text) {
  return [...text.matchAll(/\]\((\/[^)?#\s]*)[^)]*\)/g)].some(([, address = '']) => {
    const screen = screenAt(address)
    const [, , id] = address.split('/')
    return !screen || (screen.includes(':') && !posts[screen]?.some((post) => post.id === id))
  })
}

/** Numbers that texts may have in words: half, one and a half, a hundred, a thousand. */
const inWords = new Set(['0.5', '1.5', '100', '1000', '10000'])

/** The numbers of three digits and more, and the decimals, of a text. */
function longNumbersIn({ text }: Text) {
  const thousands = text.replace(/(\d) (?:ألف|آلاف)(?!\p{L})/gu, '$1,000')
  return (thousands.match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\ds])/g) ?? [])
    .map((figure) => figure.replaceAll(',', ''))
    .filter((figure) => /\.|\d{3}/.test(figure) && !inWords.has(figure))
}

/** Finds texts with a number that the other language does not have in the same part of the post. */
function findUnequalNumbers(all: Text[]) {
  const partOf = ({ post, key }: Text, language: Language) => `${post} ${key} ${language}`
  const figures = new Map<string, string[]>()
  for (const text of all) {
    if (text.language === null) continue
    const part = partOf(text, text.language)
    figures.set(part, [...(figures.get(part) ?? []), ...longNumbersIn(text)])
  }
  return all.filter((text) => {
    if (text.language === null || text.post === '') return false
    const others = figures.get(partOf(text, text.language === 'Ar' ? 'En' : 'Ar')) ?? []
    return longNumbersIn(text).some((figure) => !others.includes(figure))
  })
}

const isArabic = (text: string) => /[\u0621-\u064A]/.test(text)
const withoutMarks = (text: string) => text.replace(/[\u064B-\u0652\u0670\u0640]/g, '')

/** Where a replaced term is right: what people call the device, and the smelter for scrap copper. */
const rightTerms = new Set(['rccb قاطع التسرّب', 'sustainability-materials مصهر'])

/** The terms that the glossary replaces: those in the columns "Not" of its tables. */
const replacedTerms = glossary.split(/^## /m).flatMap((section) => {
  let column = -1
  return section.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (!line.startsWith('|')) column = -1
    if (cells.includes('Not')) column = cells.indexOf('Not')
    const isTerms = column > 0 && !cells.includes('Not') && !/^\| *-/.test(line)
    const terms = isTerms ? (cells[column] ?? '').split(/[،,؛;]\s*/).filter(Boolean) : []
    const isOfInterface = section.split('\n')[0]?.includes('interface') ?? false
    return terms.map((term) => ({ term, isOfInterface, pattern: patternOf(term) }))
  })
})

/** Matches a term in its forms: with an article, a preposition, a plural or a pronoun. */
function patternOf(term: string) {
  const words = withoutMarks(term).split(' ')
  if (!isArabic(term)) return new RegExp(`(?<![\\w-])${words.join('[ -]')}(?:s|es)?(?![\\w-])`, 'i')
  const forms = words.map((word) =>
    word.endsWith('ة')
      ? `(?:ال)?${word.slice(0, -1)}(?:ة|ات|ت\\p{L}+)`
      : `(?:ال)?${word}(?:ات|ين|ان|ا|ه|ها)?`,
  )
  return new RegExp(`(?<!\\p{L})[وف]?[بلك]?(?:لل)?${forms.join('\\s+')}(?!\\p{L})`, 'u')
}

function hasReplacedTerm({ text, language, post }: Text, isOfInterface = false) {
  return replacedTerms.some(
    ({ term, pattern, ...where }) =>
      (isOfInterface || !where.isOfInterface) &&
      isArabic(term) === (language === 'Ar') &&
      pattern.test(withoutMarks(text)) &&
      !rightTerms.has(`${post} ${term}`),
  )
}

const unitWords =
  /\d\s*(?:(?:كيلو|مللي |ميجا|ميكرو|نانو)?(?:ثاني\p{L}*|ثوان\p{L}*|دقيق\p{L}*|دقائق|ساع(?:ة|ات)|أمبير|فولت|واط|هرتز|جرام\p{L}*|مترا?|أمتار|أوم|لكس|لومن)|مم|درجة مئوية|في المئة|seconds?|minutes?|hours?|amperes?|volts?|(?:kilo|milli)?(?:watt|metre|gram)s?|per ?cent)(?![\p{L}²])/u

/** Whether units, signs and quotation marks are written in another way than the glossary says. */
function hasWrongForm({ language, isTable, text }: Text) {
  // Straight quotation marks are wrong everywhere, and names of units in tables.
  if (/['"]/.test(text) || (isTable && unitWords.test(text))) return true
  if (language === null) return text.includes('%')
  if (language === 'En') return /[\d}]%/.test(text)
  const latin = /[,;?](?=\s|$|[\u0621-\u064A])|[\u0621-\u0652»)][,;?]/u
  return /[\d}]\s+%|%\s?\d/u.test(text) || latin.test(text)
}

test('products and order codes that texts name, and pages that they link, are there', () => {
  expect(texts.filter(hasUnknownName).map(describeText)).toEqual([])
  expect(texts.filter(hasDeadLink).map(describeText)).toEqual([])
})

test('the two languages of a post have the same numbers', () => {
  expect(findUnequalNumbers(texts).map(describeText)).toEqual([])
})

test('content and interface have the terms of the glossary', () => {
  const wrong = [
    ...texts.filter((text) => hasReplacedTerm(text)),
    ...interfaceTexts.filter((text) => hasReplacedTerm(text, true)),
  ]
  expect(wrong.map(describeText)).toEqual([])
})

test('units, signs and quotation marks are written as the glossary says', () => {
  expect([...texts, ...interfaceTexts].filter(hasWrongForm).map(describeText)).toEqual([])
})

test.each<[what: string, isWrong: (text: Text) => boolean, Language, wrong: string, right: string]>(
  [
    [
      'a code that no product has',
      hasUnknownName,
      'En',
      'The TM63-C17',
      'TN-S; the TM63-C16, TM63',
    ],
    [
      'a dead link',
      hasDeadLink,
      'En',
      '[it](/products/none)',
      '[a](/products/mcb), [b](/contact?x)',
    ],
    ['no screen', hasDeadLink, 'En', 'See [it](/kontact).', 'See [it](https://other.example).'],
    ['a replaced term', hasReplacedTerm, 'Ar', 'والفيوزات طويلة', 'والمنصهرات طويلة'],
    ['such a term in English', hasReplacedTerm, 'En', 'Two lightning arresters', 'Surge arresters'],
    ['a unit in a table', hasWrongForm, 'Ar', '| زمن | 0.3 ثانية |', '| زمن | 0.3 s | 7 أيام |'],
    ['such a unit in English', hasWrongForm, 'En', '| Time | 5 minutes |', 'It takes 5 minutes.'],
    ['a percent sign in Arabic', hasWrongForm, 'Ar', 'حد 85 %', 'حد 85%'],
    ['a percent sign in English', hasWrongForm, 'En', 'It is 85%', 'It is 85 %'],
    ['a Latin comma in Arabic', hasWrongForm, 'Ar', 'لوحة, وقاطع', 'لوحة، وقاطع'],
    ['a straight apostrophe', hasWrongForm, 'En', "the company's", 'the company’s'],
  ],
)('%s is found', (_, isWrong, language, wrong, right) => {
  const [found] = listTexts(wrong, { ...nowhere, language })
  const [passed] = listTexts(right, { ...nowhere, language })
  expect([found && isWrong(found), passed && isWrong(passed)]).toEqual([true, false])
})

test('a number of one language is found', () => {
  const post = { id: 'a', Ar: { title: 'الحمل 610 كيلوواط' }, En: { title: 'A load of 601 kW' } }
  expect(findUnequalNumbers(listTexts(post)).map(({ language }) => language)).toEqual(['Ar', 'En'])
})
