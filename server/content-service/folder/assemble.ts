import type { Listing, Problem, Section } from './folder-files.ts'
import {
  type Contact,
  type EntryOf,
  type Labels,
  type RawPost,
  type RawProduct,
  type RawSpecs,
  type RawType,
  type Spec,
} from './format.ts'
import { slugOf, type ParsedFile } from './parse-file.ts'

type WithId<T> = Omit<T, 'id'> & { id: string }

export type Post = WithId<RawPost>
export type ChildPost = WithId<EntryOf<'projects'>>
export type Branch = WithId<EntryOf<'branches'>>
/** One order code of a product. */
interface Variant {
  code: string
  specs: Spec[]
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
 * name, and the labels of specifications. What cannot be found is left out and reported.
 */
export function assemble(
  files: readonly ParsedFile[],
  listing: Pick<Listing, 'pictures' | 'documents'>,
): { content: Content; problems: Problem[] } {
  const problems: Problem[] = []
  const report: Report = (file, message) => problems.push({ file, place: '', message })
  const ids = createIds(report)
  const names = createNames(listing, report)

  const entriesOf = <S extends Section>(section: S): Filed<EntryOf<S>>[] =>
    files.flatMap((file) =>
      // The section determines the type of the entries.
      file.section === section
        ? (file.entries as EntryOf<S>[]).map((entry) => ({ entry, file: file.name }))
        : [],
    )

  const postOf = <T extends RawPost>(kind: string, { entry, file }: Filed<T>): WithId<T> => ({
    ...entry,
    ...names.ofPost(entry, file),
    id: ids.take(kind, entry, file),
  })

  const listOf = <S extends PostSection>(section: S) =>
    inOneLanguageEach<EntryOf<S> & RawPost>(entriesOf(section)).map((filed) =>
      postOf(section, filed),
    )

  const merged = mergeCategories(entriesOf('products'))
  const labels = createLabels([
    ...entriesOf('specifications').map(({ entry }) => entry),
    ...entriesOf('products').map(({ entry }) => entry.specifications),
  ])

  function productOf({ entry, file }: Filed<RawProduct>, keySpecs: string[]): Product {
    const { specs, variants, ...post } = entry
    // What a product states before its type's key specs stays before them.
    const stated = Object.keys(specs).map(labels.keyOf)
    const first = stated.findIndex((key) => keySpecs.includes(key))
    const order = [...stated.slice(0, Math.max(first, 0)), ...keySpecs]
    return {
      ...postOf('product', { entry: { ...post, specs: [] }, file }),
      specs: labels.resolve(specs, order),
      variants: variants.flatMap(({ code, specs }) =>
        ids.takeCode(code, file) ? [{ code, specs: labels.resolve(specs, keySpecs) }] : [],
      ),
    }
  }

  const categories = merged.map(({ category, types }): Category => {
    const { types: _types, specifications: _labels, ...entry } = category.entry
    return {
      ...postOf('category', { entry, file: category.file }),
      types: types.map(({ type, products }) => {
        const keySpecs = type.entry.keySpecs.map(labels.keyOf)
        const { products: _products, ...typePost } = type.entry
        return {
          ...postOf('type', { entry: { ...typePost, keySpecs }, file: type.file }),
          products: products.map((product) => productOf(product, keySpecs)),
        }
      }),
    }
  })

  const content: Content = {
    about: listOf('about'),
    backgrounds: listOf('backgrounds'),
    blog: listOf('blog'),
    branches: listOf('branches'),
    categories,
    companyGoals: listOf('company-goals'),
    contact: entriesOf('contact')[0]?.entry ?? null,
    footer: entriesOf('footer')[0]?.entry ?? null,
    homeSlider: listOf('home-slider'),
    news: listOf('news'),
    projects: listOf('projects'),
    services: listOf('services'),
    solutions: listOf('solutions'),
    specifications: labels.known,
    sustainability: listOf('sustainability'),
    workFields: listOf('work-fields'),
  }
  // What a mistake has left out would be reported again by each post that names it.
  const hasMistakes = files.some((file) => file.problems.length > 0)
  return { content: withReferences(content, hasMistakes ? () => undefined : report), problems }
}

type Report = (file: string, message: string) => void

/** An entry with the name of its file. */
interface Filed<T> {
  entry: T
  file: string
}

type PostSection = Exclude<Section, 'contact' | 'footer' | 'products' | 'specifications'>

/** Combines posts whose two languages are in two files, such as first.ar.md and first.en.md. */
function inOneLanguageEach<T extends RawPost>(entries: Filed<T>[]): Filed<T>[] {
  const combined: Filed<T>[] = []
  for (const filed of entries) {
    const { id, only } = filed.entry
    const at = combined.findIndex(
      ({ entry }) =>
        id !== undefined && entry.id === id && only && entry.only && only !== entry.only,
    )
    const first = combined[at]
    if (first) {
      const [Ar, En] =
        only === 'Ar' ? [filed.entry.Ar, first.entry.En] : [first.entry.Ar, filed.entry.En]
      combined[at] = {
        ...first,
        entry: { ...filed.entry, ...first.entry, Ar, En, only: undefined },
      }
    } else combined.push(filed)
  }
  return combined
}

function createIds(report: Report) {
  const taken = new Set<string>()
  const codes = new Map<string, string>()
  return {
    /** Returns the id of an entry, which is unique among its kind: its own, or one made of its title. */
    take(kind: string, { id, Ar, En, only }: RawPost, file: string) {
      const own = id ?? (slugOf(only === 'Ar' ? Ar.title : En.title) || slugOf(Ar.title) || kind)
      let free = own
      for (let at = 2; taken.has(`${kind} ${free}`); at += 1) free = `${own}-${at}`
      if (id !== undefined && free !== id) {
        report(file, `the id "${id}" is used twice; the second is now "${free}"`)
      }
      taken.add(`${kind} ${free}`)
      return free
    },
    /** @returns whether no other product has the order code */
    takeCode(code: string, file: string) {
      const owner = codes.get(code)
      if (owner !== undefined)
        report(file, `the order code ${code} is used twice; the second is left out`)
      codes.set(code, file)
      return owner === undefined
    },
  }
}

/** Finds the pictures and documents that posts name, also in another letter case or Unicode form. */
function createNames(
  { pictures, documents }: Pick<Listing, 'pictures' | 'documents'>,
  report: Report,
) {
  const foldName = (name: string) => name.normalize('NFC').toLowerCase()
  const spellings = (names: Iterable<string>) =>
    new Map([...names].map((name) => [foldName(name), name]))
  const inPictures = spellings(pictures.keys())
  const inDocuments = spellings(documents.keys())

  /** @returns the name on the disk; null, with a report, if there is no such file */
  function find(name: string, file: string) {
    const plain = name.replace(/^(?:images|files)\//, '')
    if (pictures.has(plain) || documents.has(plain)) return plain
    const known = inPictures.get(foldName(plain)) ?? inDocuments.get(foldName(plain))
    if (known === undefined) {
      report(file, `there is no file "${plain}" in images/ or files/, so it is not shown`)
    }
    return known ?? null
  }

  return {
    ofPost: ({ image, gallery, files }: RawPost, file: string) => ({
      image: (image && find(image, file)) || undefined,
      gallery: gallery.flatMap((name) => find(name, file) ?? []),
      files: files.flatMap((one) => {
        const fileName = find(one.fileName, file)
        return fileName === null ? [] : [{ ...one, fileName }]
      }),
    }),
  }
}

interface MergedCategory {
  category: Filed<EntryOf<'products'>>
  types: { type: Filed<RawType>; products: Filed<RawProduct>[] }[]
}

/** Merges categories and types of the same id or title, which may be in several files. */
function mergeCategories(entries: Filed<EntryOf<'products'>>[]): MergedCategory[] {
  const merged = new Map<string, MergedCategory>()
  for (const category of entries) {
    const { file } = category
    const key = keyOf(category.entry)
    const known = merged.get(key) ?? { category, types: [] }
    known.category = richer(known.category, category)
    merged.set(key, known)
    for (const entry of category.entry.types) {
      const same = known.types.find(({ type }) => keyOf(type.entry) === keyOf(entry))
      const type = same ?? { type: { entry, file }, products: [] }
      if (!same) known.types.push(type)
      type.type = richer(type.type, { entry, file })
      type.products.push(...entry.products.map((product) => ({ entry: product, file })))
    }
  }
  return [...merged.values()]
}

function keyOf({ id, Ar, En }: RawPost) {
  return id ?? slugOf(En.title || Ar.title)
}

/** Prefers the one with a text: a spreadsheet of products has only the names of their categories. */
function richer<T extends RawPost>(a: Filed<T>, b: Filed<T>): Filed<T> {
  const isBare = ({ Ar, En, image }: RawPost) => !image && Ar.details === '' && En.details === ''
  return isBare(a.entry) && !isBare(b.entry) ? b : a
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

  /** Returns the key of a label, which is a key, or a name with or without its unit. */
  function keyOf(label: string): string {
    if (Object.hasOwn(known, label)) return label
    const key = keys.get(fold(label))
    if (key !== undefined) return key
    const [, name = label, unit = ''] = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/.exec(label) ?? []
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

  return { known, keyOf, resolve }
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

  const withParents = (file: string, posts: ChildPost[], known: Map<string, string>) =>
    posts.map(({ parent, ...post }) => {
      const id = parent === undefined ? undefined : known.get(parent)
      if (parent !== undefined && id === undefined) {
        report(
          file,
          `the parent "${parent}" of ${post.id} is neither the id nor the title of a post`,
        )
      }
      return { ...post, ...(id !== undefined && { parent: id }) }
    })

  return {
    ...content,
    homeSlider: withParents('home-slider', content.homeSlider, inAll),
    projects: withParents('projects', content.projects, inSolutions),
    solutions: content.solutions.map((solution) => {
      const found = solution.products.flatMap((name) => {
        const id = inProducts.get(name)
        if (id === undefined) {
          report(
            'solutions',
            `"${name}" of ${solution.id} is no id, title or order code of a product`,
          )
        }
        return id ?? []
      })
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
