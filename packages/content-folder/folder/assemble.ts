import { isWithin } from '@site/arabic-text/characters'
import { isCommercialLabel } from '@site/tables/commercial-labels'
import { isPictureName } from '../file-names.ts'
import { isMistake, type Listing, type Problem, type Section } from './folder-files.ts'
import {
  type Contact,
  type EntryOf,
  type Labels,
  type RawPost,
  type RawProduct,
  type RawSpecs,
  type Spec,
} from './format.ts'
import { availabilityOf, type Availability } from './availability.ts'
import { foldTitle, slugOf, type Language } from '../wire.ts'
import { splitUnit } from './table/units.ts'
import type { ParsedFile } from './parse-file.ts'

type WithId<T> = Omit<T, 'id'> & { id: string }

export type Post = WithId<RawPost>
export type ChildPost = WithId<EntryOf<'projects'>>
export type Branch = WithId<EntryOf<'branches'>>
/** One order code of a product. */
interface Variant {
  code: string
  specs: Spec[]
  availability?: Omit<Availability, 'branch'> & { branch: Record<Language, string> }
}
export type Product = Post & { variants: Variant[] }
export type ProductType = Post & { keySpecs: string[]; products: Product[] }
export type Category = Post & { types: ProductType[] }
export type Solution = WithId<EntryOf<'solutions'>>

/** The content of a folder; each list is in the order of its files. */
export interface Content {
  about: Post[]
  backgrounds: Post[]
  blog: Post[]
  branches: Branch[]
  categories: Category[]
  companyGoals: Post[]
  contact: (Contact & { id: string }) | null
  footer: EntryOf<'footer'> | null
  homeSlider: ChildPost[]
  news: Post[]
  projects: ChildPost[]
  services: Post[]
  solutions: Solution[]
  specifications: Labels
  sustainability: Post[]
  workFields: Post[]
}

/**
 * Assembles the content of a folder from its files: gives an id to each post, finds the posts and files that others
 * name, and the labels of specifications. What cannot be found is left out and reported; products are without what looks
 * commercial.
 * @returns also the labels of what looks commercial, and whether a specification is public, by its label
 */
export function assemble(
  files: readonly ParsedFile[],
  listing: Pick<Listing, 'pictures' | 'documents'>,
): {
  content: Content
  problems: Problem[]
  hidden: ReadonlySet<string>
  isPublicSpec: (label: string) => boolean
} {
  const problems: Problem[] = []
  const hidden = new Set<string>()
  const report: Report = (entry, message, field) => {
    const { file = '', place = '' } = entry['@']?.(field) ?? {}
    problems.push({ file, place, message })
  }
  const ids = createIds(report)
  const isPublicLabel = publicLabels(files)
  const namesOf = ({ name, unit }: Pick<Spec, 'name' | 'unit'>) =>
    [name.Ar, name.En].map((label) => (unit ? `${label} (${unit})` : label))
  const names = createNames(listing, report)

  const entriesOf = <S extends Section>(section: S): EntryOf<S>[] =>
    // The section determines the type of the entries.
    files.flatMap((file) => (file.section === section ? (file.entries as EntryOf<S>[]) : []))

  function onlyOf<S extends 'contact' | 'footer'>(section: S): EntryOf<S> | null {
    const [first, ...others] = files.filter((file) => file.section === section)
    for (const { name: file } of others) {
      const message = `is left out: there is one ${section}, which is in ${first?.name}`
      problems.push({ file, place: '', message })
    }
    return entriesOf(section)[0] ?? null
  }

  const postOf = <T extends RawPost>(kind: string, entry: T): WithId<T> => ({
    ...entry,
    ...names.ofPost(entry),
    id: ids.take(kind, entry),
  })

  const listOf = <S extends PostSection>(section: S) =>
    inOneLanguageEach<EntryOf<S> & RawPost>(entriesOf(section)).map((post) => postOf(section, post))

  const raw = entriesOf('products')
  const branches = entriesOf('branches')
  const labels = createLabels([
    ...entriesOf('specifications'),
    ...raw.map(({ specifications }) => specifications),
  ])

  // Another name of a commercial label does not open it, but each name does that the settings have.
  // Products of a type state the same labels.
  const known = new Map<string, boolean>()
  const isPublicSpec = (stated: string) => {
    const label = labels.find(stated)
    const isPublic = known.get(stated) ?? isPublicLabel(stated, ...(label ? namesOf(label) : []))
    known.set(stated, isPublic)
    return isPublic
  }
  const publicSpecs = (specs: RawSpecs, order: string[]) => {
    const shown = Object.entries(specs).filter(([stated]) => isPublicSpec(stated))
    for (const stated of Object.keys(specs)) if (!isPublicSpec(stated)) hidden.add(stated)
    return labels.resolve(Object.fromEntries(shown), order)
  }

  function productOf({ specs, variants, ...post }: RawProduct, keySpecs: string[]): Product {
    // Specs that a product states before its type's key specs stay before them.
    const stated = Object.keys(specs).map(labels.keyOf)
    const first = stated.findIndex((key) => keySpecs.includes(key))
    const order = [...stated.slice(0, Math.max(first, 0)), ...keySpecs]
    return {
      ...postOf('product', { ...post, specs: [] }),
      specs: publicSpecs(specs, order),
      variants: variants.flatMap((variant) =>
        ids.takeCode(variant)
          ? [
              {
                code: variant.code,
                specs: publicSpecs(variant.specs, keySpecs),
                ...availabilityIn(variant, branches, report),
              },
            ]
          : [],
      ),
    }
  }

  const categories = mergeCategories(raw).map((category): Category => {
    const { specifications: _, ...entry } = category
    const types = category.types.map((type): ProductType => {
      const keySpecs = type.keySpecs.map(labels.keyOf)
      const products = type.products.map((product) => productOf(product, keySpecs))
      return withPicture({ ...postOf('type', { ...type, keySpecs }), products }, products)
    })
    return withPicture({ ...postOf('category', entry), types }, types)
  })

  const content: Content = {
    about: listOf('about'),
    backgrounds: listOf('backgrounds'),
    blog: listOf('blog'),
    branches: listOf('branches'),
    categories,
    companyGoals: listOf('company-goals'),
    contact: onlyOf('contact'),
    footer: onlyOf('footer'),
    homeSlider: listOf('home-slider'),
    news: listOf('news'),
    projects: listOf('projects'),
    services: listOf('services'),
    solutions: listOf('solutions'),
    specifications: labels.known,
    sustainability: listOf('sustainability'),
    workFields: listOf('work-fields'),
  }
  // An entry that a mistake has left out would be reported again by each post that names it.
  const hasMistakes = files.some((file) => file.problems.some(isMistake))
  const whole = withReferences(content, hasMistakes ? () => undefined : report)
  return { content: whole, problems, hidden, isPublicSpec }
}

/**
 * Returns whether a label is public, by all its names, with the unit in brackets or without: none looks commercial, or
 * the settings of the folder have one of them.
 */
export function publicLabels(files: readonly ParsedFile[]): (...names: string[]) => boolean {
  const plain = (label: string) => slugOf(label.replace(/\s*[([][^()[\]]*[)\]]$/, ''))
  const named = new Set(
    files
      .flatMap((file) => (file.section === 'settings' ? file.entries : []))
      .flatMap(({ publicColumns }) => publicColumns.map(plain)),
  )
  return (...names) =>
    !names.some(isCommercialLabel) || names.some((label) => named.has(plain(label)))
}

/** Reports a problem of an entry, or of one of its fields. */
type Report = (entry: Placed, message: string, field?: string) => void

type Placed = Pick<RawPost, '@'>

/** Parses the availability of an order code; of a branch that is known, it has the title in both languages. */
function availabilityIn(
  variant: RawProduct['variants'][number],
  branches: EntryOf<'branches'>[],
  report: Report,
): Pick<Variant, 'availability'> {
  if (variant.availability === '') return {}
  const stated = availabilityOf(variant.availability, variant.asOf)
  if ('problem' in stated) {
    report(variant, stated.problem, 'availability')
    return {}
  }
  const name = foldTitle(stated.branch)
  const titlesOf = ({ id, Ar, En }: EntryOf<'branches'>) =>
    [id ?? '', Ar.title, En.title].map(foldTitle)
  const branch =
    branches.find((one) => titlesOf(one).includes(name)) ??
    branches.find((one) => titlesOf(one).some((title) => ` ${title} `.includes(` ${name} `)))
  return {
    availability: {
      ...stated,
      branch:
        branch && name !== ''
          ? { Ar: branch.Ar.title, En: branch.En.title }
          : { Ar: stated.branch, En: stated.branch },
    },
  }
}

type PostSection = Exclude<
  Section,
  'contact' | 'footer' | 'products' | 'settings' | 'specifications'
>

/** Shows a category or type without a picture by the first of its parts that has one. */
function withPicture<T extends Post>(post: T, parts: Post[]): T {
  const { image } = parts.find((part) => part.image !== undefined) ?? {}
  return post.image === undefined && image !== undefined ? { ...post, image } : post
}

/** Combines posts whose two languages are in two files, such as first.ar.md and first.en.md. */
function inOneLanguageEach<T extends RawPost>(entries: T[]): T[] {
  const combined: T[] = []
  for (const entry of entries) {
    const { id, only } = entry
    const at = combined.findIndex(
      (other) => id !== undefined && other.id === id && only && other.only && only !== other.only,
    )
    const first = combined[at]
    if (first) {
      const [Ar, En] = only === 'Ar' ? [entry.Ar, first.En] : [first.Ar, entry.En]
      combined[at] = { ...entry, ...first, Ar, En, only: undefined }
    } else combined.push(entry)
  }
  return combined
}

function createIds(report: Report) {
  const taken = new Set<string>()
  const codes = new Map<string, string>()
  return {
    /** Returns the id of an entry, which is unique among its kind: its own, or one made of its title. */
    take(kind: string, entry: RawPost) {
      const { id, Ar, En, only } = entry
      const own = id ?? (slugOf(only === 'Ar' ? Ar.title : En.title) || slugOf(Ar.title) || kind)
      let free = own
      for (let at = 2; taken.has(`${kind} ${free}`); at += 1) free = `${own}-${at}`
      if (id !== undefined && free !== id) {
        report(entry, `the id "${id}" is used twice; this one is now "${free}"`, 'id')
      }
      taken.add(`${kind} ${free}`)
      return free
    },
    /** @returns whether no other product has the order code */
    takeCode(entry: Placed & { code: string }) {
      const { code } = entry
      const owner = codes.get(code)
      const { file = '', place = '' } = entry['@']?.('code') ?? {}
      if (owner === undefined) codes.set(code, `${file}, ${place}`)
      else {
        report(entry, `the order code ${code} is already in ${owner}; this one is left out`, 'code')
      }
      return owner === undefined
    },
  }
}

/** Finds the pictures and documents that posts name, also in another letter case or Unicode form. */
function createNames(
  { pictures, documents }: Pick<Listing, 'pictures' | 'documents'>,
  report: Report,
) {
  const all = [...documents.keys(), ...pictures.keys()]
  const known = new Map(all.map((name) => [foldName(name), name]))
  let missing = 0

  /** Returns the name on the disk, or reports that there is no such file, or none that can be shown. */
  function find(name: string, entry: RawPost, field: 'image' | 'gallery' | 'files') {
    const plain = name.replace(/^(?:images|files)\//, '')
    const found = pictures.has(plain) || documents.has(plain) ? plain : known.get(foldName(plain))
    const isUnfit = found !== undefined && field !== 'files' && !isPictureName(found)
    if (isUnfit) {
      const advice = 'is no picture that browsers show: save it as JPEG, PNG or WebP'
      report(entry, `"${plain}" ${advice}`, field)
    } else if (found === undefined) {
      const problem = `there is no file "${plain}" in images/ or files/, so it is not shown`
      // Before the pictures have been copied, thousands are missing.
      missing += 1
      report(entry, missing > maxAdvised ? problem : problem + meant(plain, known), field)
    }
    return isUnfit ? undefined : found
  }

  return {
    ofPost: (entry: RawPost) => ({
      image: entry.image ? find(entry.image, entry, 'image') : undefined,
      gallery: entry.gallery.flatMap((name) => find(name, entry, 'gallery') ?? []),
      files: entry.files.flatMap((one) => {
        const fileName = find(one.fileName, entry, 'files')
        return fileName === undefined ? [] : [{ ...one, fileName }]
      }),
    }),
  }
}

/** For how many missing files a similar name is looked for, among all. */
const maxAdvised = 50

const foldName = (name: string) => name.normalize('NFC').toLowerCase()

/** Names one that differs in one or two letters, as the end of a message. */
function meant(name: string, known: ReadonlyMap<string, string>): string {
  const folded = foldName(name)
  const similar = [...known].find(
    ([key]) => Math.abs(key.length - folded.length) < 3 && isWithin(2, key, folded),
  )
  return similar ? `; "${similar[1]}" may be meant` : ''
}

/** Merges categories and types of the same id or title, which may be in several files. */
function mergeCategories(entries: EntryOf<'products'>[]) {
  const merged = new Map<string, EntryOf<'products'>>()
  for (const entry of entries) {
    const known = merged.get(postKeyOf(entry))
    const types = new Map(known?.types.map((type) => [postKeyOf(type), type]))
    for (const type of entry.types) {
      const same = types.get(postKeyOf(type))
      const products = [...(same?.products ?? []), ...type.products]
      types.set(postKeyOf(type), { ...richer(same, type), products })
    }
    merged.set(postKeyOf(entry), { ...richer(known, entry), types: [...types.values()] })
  }
  return [...merged.values()]
}

function postKeyOf({ id, Ar, En }: RawPost) {
  return id ?? slugOf(En.title || Ar.title)
}

/** Prefers the one with a text: a spreadsheet of products has only the names of their categories. */
function richer<T extends RawPost>(a: T | undefined, b: T): T {
  const isBare = ({ Ar, En, image }: RawPost) => !image && Ar.details === '' && En.details === ''
  return !a || (isBare(a) && !isBare(b)) ? b : a
}

function createLabels(lists: Labels[]) {
  const known: Labels = Object.fromEntries(lists.flatMap((list) => Object.entries(list)))
  const fold = (text: string) => slugOf(text)
  const keys = new Map<string, string>()
  for (const [key, { name, unit }] of Object.entries(known)) {
    for (const text of [name.En, name.Ar]) {
      keys.set(fold(text), key)
      if (unit !== '') keys.set(fold(`${text} (${unit})`), key)
    }
    keys.set(key, key)
  }

  const knownKeyOf = (label: string) =>
    Object.hasOwn(known, label) ? label : keys.get(fold(label))

  /** Returns the names of a label that is known. */
  const find = (label: string) => known[knownKeyOf(label) ?? '']

  /** Returns the key of a label, which is a key, or a name with or without its unit. */
  function keyOf(label: string): string {
    const key = knownKeyOf(label)
    if (key !== undefined) return key
    const { name, unit } = splitUnit(label)
    known[label] = { name: { Ar: name, En: name }, unit, meaning: '' }
    keys.set(fold(label), label)
    return label
  }

  /** Resolves the labels of specs; those of `order` come first. */
  function resolve(specs: RawSpecs, order: string[]): Spec[] {
    const values = new Map(Object.entries(specs).map(([label, value]) => [keyOf(label), value]))
    const own = [...values.keys()]
    return [...new Set([...order.filter((key) => values.has(key)), ...own])].flatMap((key) => {
      const label = known[key]
      const value = values.get(key)
      return label && value !== undefined ? [{ name: label.name, value, unit: label.unit }] : []
    })
  }

  return { known, keyOf, find, resolve }
}

/** Replaces the titles and order codes by which posts name others with ids, and drops unknown ones. */
function withReferences(content: Content, report: Report): Content {
  const { categories } = content
  const types = categories.flatMap((category) => category.types)
  const products = types.flatMap((type) => type.products)
  const { contact: _contact, footer: _footer, specifications: _labels, ...lists } = content
  const all = [...Object.values(lists).flat(), ...types, ...products]
  const codes = products.flatMap(({ id, variants }) =>
    variants.map(({ code }) => [code, id] as const),
  )
  const inAll = referencesOf(all)
  const inSolutions = referencesOf(content.solutions)
  const inProducts = new Map([...codes, ...referencesOf(products)])

  function find(name: string, known: Map<string, string>, entry: Placed, what: string) {
    const id = known.get(name)
    if (id !== undefined) return id
    const advice = meant(name, new Map([...known.keys()].map((key) => [foldName(key), key])))
    report(entry, `"${name}" is no ${what}${advice}`, known === inProducts ? 'products' : 'parent')
    return undefined
  }

  const withParents = (posts: ChildPost[], known: Map<string, string>, what: string) =>
    posts.map((post) => {
      const { parent: name, ...rest } = post
      const parent = name === undefined ? undefined : find(name, known, post, what)
      return { ...rest, ...(parent !== undefined && { parent }) }
    })

  return {
    ...content,
    homeSlider: withParents(content.homeSlider, inAll, 'id or title of a post'),
    projects: withParents(content.projects, inSolutions, 'id or title of a solution'),
    solutions: content.solutions.map((solution) => {
      const what = 'id, title or order code of a product'
      const found = solution.products.flatMap(
        (name) => find(name, inProducts, solution, what) ?? [],
      )
      return { ...solution, products: [...new Set(found)] }
    }),
  }
}

/** The ids of posts by their titles and ids; ids come last, since they win. */
function referencesOf(posts: Pick<Post, 'id' | 'Ar' | 'En'>[]): Map<string, string> {
  return new Map([
    ...posts.flatMap(({ id, Ar, En }) => [[Ar.title, id] as const, [En.title, id] as const]),
    ...posts.map(({ id }) => [id, id] as const),
  ])
}
