import type { Card, CardWithSpecs, Content } from '../content/content.server'
import { requireSelectors, type Selectors } from '../views/list-page.server'
import { yearOf } from '../language/format'
import { languages, type Language } from '../language/languages'
import { withLatinDigits } from '@site/arabic-text/characters'
import { screenLoader } from '../content/loaders.server'
import { screens } from '../addresses'

/** A value of a post by which its list is narrowed. */
interface Value {
  /** Its text in addresses: the English one, so that both languages share them. */
  key: string
  text: string
  /** The day of the week, from Sunday, of a value that is one. */
  day?: number
}

/** A way to divide a list. */
interface Divider<P> {
  parameter: string
  /** The name of its field. */
  name: string
  /** A shorter list is not divided. */
  minPosts: number
  valuesOf: (post: P) => Value[]
  /** The order of its values. */
  compare: (a: Value, b: Value) => number
}

/** A list with more posts than a screen or two is worth narrowing. */
const longList = 12

/** More values are harder to choose from than the list is to read, and longer ones are sentences. */
const maxChoices = 100
const maxLength = 60

/** The labels under which companies state where, when and for which sector a project was built. */
const labels = {
  sector: ['sector', 'industry', 'القطاع', 'قطاع'],
  city: ['city', 'location', 'المدينة', 'الموقع'],
  year: ['year', 'completed', 'completion year', 'السنة', 'سنة الإنجاز', 'سنة التنفيذ'],
}

type PostWithSpecs = Pick<CardWithSpecs, 'postID' | 'postSpecs'>

/**
 * Divides posts by what they state under a label.
 * @param english the same posts in English; null if unavailable
 */
export function bySpec(
  parameter: 'sector' | 'city',
  english: PostWithSpecs[] | null,
  name: string,
  language: Language,
  minPosts = longList,
): Divider<PostWithSpecs> {
  const translations = new Map(english?.map((post) => [post.postID, post.postSpecs]))
  const { compare } = new Intl.Collator(languages[language].intl)
  return {
    parameter,
    name,
    minPosts,
    valuesOf: ({ postID, postSpecs }) => {
      const at = labelledAt(postSpecs, parameter)
      const translated = translations.get(postID)
      const isPaired = translated?.length === postSpecs.length
      const texts = splitList(postSpecs[at]?.value)
      const keys = isPaired ? splitList(translated[at]?.value) : texts
      return keys.length === texts.length
        ? texts.map((text, part) => ({ key: keys[part] ?? text, text }))
        : texts.map((text) => ({ key: text, text }))
    },
    compare: (a, b) => compare(a.text, b.text),
  }
}

/** Divides posts by the year that they state, else by that of their date; newest first. */
export function byYear(
  name: string,
): Divider<Partial<PostWithSpecs> & Pick<CardWithSpecs, 'postDay'>> {
  return {
    parameter: 'year',
    name,
    minPosts: longList,
    valuesOf: ({ postSpecs = [], postDay }) => {
      const stated = postSpecs[labelledAt(postSpecs, 'year')]?.value ?? ''
      const year = /(?<!\d)\d{4}(?!\d)/.exec(withLatinDigits(stated))?.[0] ?? yearOf(postDay)
      return year === '' ? [] : [{ key: year, text: year }]
    },
    compare: (a, b) => Number(b.key) - Number(a.key),
  }
}

/** Divides branches by the days on which they are open, from Sunday. */
export function byDay<P>(name: string, valuesOf: Divider<P>['valuesOf']): Divider<P> {
  const compare = (a: Value, b: Value) => (a.day ?? 0) - (b.day ?? 0)
  return { parameter: 'day', name, minPosts: 2, valuesOf, compare }
}

function labelledAt(specs: CardWithSpecs['postSpecs'], label: keyof typeof labels) {
  return specs.findIndex(({ name }) => labels[label].includes(folded(name)))
}

/** Splits a list such as "Riyadh, Jeddah". */
function splitList(text = '') {
  const parts = text.split(/[,،;؛]/).map((part) => part.trim())
  return parts.filter((part) => part !== '' && part.length <= maxLength)
}

function folded(text: string) {
  return text.normalize('NFC').toLowerCase().trim()
}

/** The choices that narrow a list, as its screen shows them. */
export interface NarrowingView {
  fields: {
    parameter: string
    name: string
    /** The chosen value, or empty. */
    chosen: string
    /** Each with the number of posts that also match the other fields. */
    choices: { value: string; text: string; count: number }[]
  }[]
  total: number
  found: number
  /** The selection in the address: empty, or with its question mark. */
  search: string
  /** For an empty result: what the removal of each field shows. */
  removals: { filter: string; count: number; search: string }[]
}

export interface Narrowing<P> {
  found: P[]
  /** The selection in canonical order and spelling. */
  selectors: Selectors
  /** Null for a list that nothing divides. */
  view: NarrowingView | null
}

/** Narrows a list to what an address selects; unknown values are ignored. */
export function narrowList<P>(
  posts: P[],
  dividers: readonly Divider<P>[],
  { url }: Pick<Request, 'url'>,
): Narrowing<P> {
  const { searchParams } = new URL(url)
  const fields = dividers.flatMap((divider) => {
    const choices = posts.length < divider.minPosts ? [] : choicesOf(posts, divider)
    if (choices.length < 2 || choices.every(({ members }) => members.size === posts.length)) {
      return []
    }
    const wanted = folded(searchParams.get(divider.parameter) ?? '')
    const chosen = choices.find(({ key, text }) => [key, text].map(folded).includes(wanted))
    return [{ ...divider, choices, chosen }]
  })
  type Field = (typeof fields)[number]
  const matching = (except?: Field) =>
    posts.filter((post) =>
      fields.every((field) => field === except || (field.chosen?.members.has(post) ?? true)),
    )
  const selectorsOf = (except?: Field) =>
    fields
      .flatMap((field): Selectors =>
        field.chosen && field !== except ? [[field.parameter, field.chosen.key]] : [],
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
  const found = matching()
  const view = (): NarrowingView => ({
    fields: fields.map((field) => {
      const others = matching(field)
      return {
        parameter: field.parameter,
        name: field.name,
        chosen: field.chosen?.key ?? '',
        choices: field.choices.map(({ key, text, members }) => ({
          value: key,
          text,
          count: others.filter((post) => members.has(post)).length,
        })),
      }
    }),
    total: posts.length,
    found: found.length,
    search: searchOf(selectorsOf()),
    removals: fields.flatMap((field) =>
      found.length === 0 && field.chosen
        ? {
            filter: `${field.name}: ${field.chosen.text}`,
            count: matching(field).length,
            search: searchOf(selectorsOf(field)),
          }
        : [],
    ),
  })
  return { found, selectors: selectorsOf(), view: fields.length > 0 ? view() : null }
}

function choicesOf<P>(posts: P[], { valuesOf, compare }: Divider<P>) {
  const choices = new Map<string, Value & { members: Set<P> }>()
  for (const post of posts) {
    for (const value of valuesOf(post)) {
      const name = folded(value.key)
      const choice = choices.get(name) ?? { ...value, members: new Set<P>() }
      choices.set(name, choice)
      choice.members.add(post)
    }
  }
  return choices.size > maxChoices ? [] : [...choices.values()].sort(compare)
}

function searchOf(selectors: Selectors) {
  return selectors.length > 0 ? `?${new URLSearchParams(selectors)}` : ''
}

type ListScreen = 'blog' | 'news' | 'projects' | 'services'

/**
 * Makes the loader of a list screen: its heading, and the page of the list that the address selects.
 * @param name the screen, and its part of the translations
 * @param narrow selects the posts that an address asks for
 */
export function listLoader<P extends Card, V extends object>(
  name: ListScreen,
  list: (content: Content) => Promise<P[]>,
  pageOf: (posts: P[], request: Request, language: Language) => V,
  narrow?: (posts: P[], request: Request, content: Content) => Narrowing<P> | Promise<Narrowing<P>>,
) {
  return screenLoader(screens[name], async ({ content, request }) => {
    const posts = await list(content)
    const narrowing = (await narrow?.(posts, request, content)) ?? null
    if (narrowing) requireSelectors(request, narrowing.selectors)
    return {
      heading: content.t(`${name}.heading`),
      ...pageOf(narrowing?.found ?? posts, request, content.lang),
      narrowing: narrowing?.view ?? null,
    }
  })
}
