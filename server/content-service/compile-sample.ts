import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { Marked } from 'marked'
import {
  type SampleCategory,
  type Specifications,
  type UnresolvedCategory,
  type UnresolvedSpecs,
  branchListSchema,
  categorySchema,
  contactSchema,
  datedPostListSchema,
  datedPostSchema,
  footerSchema,
  postListSchema,
  projectListSchema,
  slideListSchema,
  solutionListSchema,
  specificationsSchema,
  type SampleChild,
  type SampleBranch,
  type SampleContact,
  type SamplePost,
  type SampleProduct,
  type SampleSpec,
} from './sample-format.ts'
import { SampleError, type PostRow, type Sample, type SampleTexts } from './sample.ts'
import { languages, rootParent, wholePostTypes, type Language } from './wire.ts'

/**
 * Compiles the sample's YAML files to database rows. The build contains the result
 * (scripts/runtime-files.ts), so production needs neither these modules nor their packages.
 * @throws SampleError for an invalid sample
 */
export function compileSample(texts: SampleTexts): PostRow[] {
  return [...listPostRows(parseSample(texts))]
}

/**
 * Resolves the names and units of the specs of a category's products and variants. A type's key
 * specs come first, in its order, since cards and comparisons show the first ones; the others stay
 * in the file's order, as do those that a product states before them.
 * @param name the category's file, for errors
 * @throws SampleError for a label missing in specifications.yaml, and for a product without a value
 * for one of its type's key specs
 */
function resolveSpecs(
  category: UnresolvedCategory,
  name: string,
  specifications: Specifications,
): SampleCategory {
  const labelOf = (slug: string, where: string) => {
    const label = specifications[slug]
    if (!label) {
      throw new SampleError(`${name}: ${where}: specifications.yaml has no label ${slug}`)
    }
    return label
  }

  function resolve(specs: UnresolvedSpecs, keySpecs: string[], where: string) {
    const own = Object.keys(specs)
    const slugs = new Set([...keySpecs.filter((slug) => own.includes(slug)), ...own])
    return [...slugs].flatMap((slug) => {
      const { name, unit } = labelOf(slug, where)
      const value = specs[slug]
      return value === undefined ? [] : [{ name, value, unit }]
    })
  }

  return {
    ...category,
    types: category.types.map((type, typeAt) => {
      const { keySpecs } = type
      for (const slug of keySpecs) labelOf(slug, `types[${typeAt}].keySpecs`)
      const products = type.products.map((product, productAt) => {
        const place = `types[${typeAt}].products[${productAt}]`
        const missing = keySpecs.find((slug) => !Object.hasOwn(product.specs, slug))
        if (missing) {
          throw new SampleError(
            `${name}: ${place}.specs: lacks ${missing}, a key spec of ${type.id}`,
          )
        }
        const stated = Object.keys(product.specs)
        const before = stated.slice(
          0,
          stated.findIndex((slug) => keySpecs.includes(slug)),
        )
        return {
          ...product,
          specs: resolve(product.specs, [...before, ...keySpecs], `${place}.specs`),
          variants: product.variants.map(({ code, specs }, at) => ({
            code,
            specs: resolve(specs, keySpecs, `${place}.variants[${at}].specs`),
          })),
        }
      })
      return { ...type, products }
    }),
  }
}

/**
 * Parses and validates the sample's files.
 * @throws SampleError naming the file and the path inside it
 */
export function parseSample(texts: SampleTexts): Sample {
  const specifications = parseFile(texts, 'specifications.yaml', specificationsSchema)
  const sample: Sample = {
    about: parseFile(texts, 'about.yaml', postListSchema),
    backgrounds: parseFile(texts, 'backgrounds.yaml', postListSchema),
    blog: parseFolder(texts, 'blog', datedPostSchema, (post) => post),
    branches: parseFile(texts, 'branches.yaml', branchListSchema),
    categories: parseFolder(texts, 'products', categorySchema, (category, name) =>
      resolveSpecs(category, name, specifications),
    ),
    companyGoals: parseFile(texts, 'company-goals.yaml', postListSchema),
    contact: parseFile(texts, 'contact.yaml', contactSchema),
    footer: parseFile(texts, 'footer.yaml', footerSchema),
    homeSlider: parseFile(texts, 'home-slider.yaml', slideListSchema),
    news: parseFile(texts, 'news.yaml', datedPostListSchema),
    projects: parseFile(texts, 'projects.yaml', projectListSchema),
    services: parseFile(texts, 'services.yaml', postListSchema),
    solutions: parseFile(texts, 'solutions.yaml', solutionListSchema),
    specifications,
    sustainability: parseFile(texts, 'sustainability.yaml', postListSchema),
    workFields: parseFile(texts, 'work-fields.yaml', postListSchema),
  }
  const ids = rejectDuplicateIds(sample)
  rejectUnknownParents('home-slider.yaml', sample.homeSlider, ids)
  const solutions = new Set(sample.solutions.map((solution) => solution.id))
  rejectUnknownParents('projects.yaml', sample.projects, solutions)
  rejectUnknownProducts(sample)
  rejectDuplicateCodes(sample)
  return sample
}

function parseFolder<Schema extends z.ZodType, Result>(
  texts: SampleTexts,
  folder: 'blog' | 'products',
  schema: Schema,
  toResult: (content: z.output<Schema>, name: string) => Result,
): Result[] {
  return [...texts.keys()]
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => toResult(parseFile(texts, name, schema), name))
}

function parseFile<Schema extends z.ZodType>(
  texts: SampleTexts,
  name: string,
  schema: Schema,
): z.output<Schema> {
  // The failsafe schema keeps every scalar as the file's text.
  const document = parseDocument(texts.get(name) ?? '', { schema: 'failsafe' })
  const fault = document.errors[0]
  if (fault) throw new SampleError(`${name}: ${fault.message}`)

  const content: unknown = document.toJS()
  const result = schema.safeParse(content)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new SampleError(
    `${name}: ${formatPath(issue?.path ?? [])}: ${issue?.message ?? 'is wrong'}`,
  )
}

/** Formats a path such as `[0, 'Ar', 'title']` as `[0].Ar.title`. */
function formatPath(steps: readonly PropertyKey[]): string {
  const parts = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return parts.join('').replace(/^\./, '') || 'the file'
}

/**
 * Rejects an ID used twice: IDs appear in URLs and image file names, so they are unique across all
 * files.
 * @returns all IDs
 */
function rejectDuplicateIds(sample: Sample): Set<string> {
  const { categories, contact, footer, specifications: _, ...lists } = sample
  const types = categories.flatMap((category) => category.types)
  const products = types.flatMap((type) => type.products)
  const seen = new Set<string>()
  for (const { id } of [
    ...Object.values(lists).flat(),
    ...categories,
    ...types,
    ...products,
    contact,
    footer,
  ]) {
    if (seen.has(id)) throw new SampleError(`The id ${id} is used twice in the sample.`)
    seen.add(id)
  }
  return seen
}

function rejectUnknownParents(file: string, posts: SampleChild[], known: Set<string>): void {
  posts.forEach(({ parent }, index) => {
    if (parent === undefined || known.has(parent)) return
    throw new SampleError(`${file}: [${index}].parent: there is no such post as ${parent}`)
  })
}

function rejectUnknownProducts(sample: Sample): void {
  const known = new Set(
    sample.categories.flatMap((category) =>
      category.types.flatMap((type) => type.products.map((product) => product.id)),
    ),
  )
  sample.solutions.forEach((solution, index) => {
    const seen = new Set<string>()
    solution.products.forEach((product, place) => {
      const where = `solutions.yaml: [${index}].products[${place}]`
      if (!known.has(product)) {
        throw new SampleError(`${where}: there is no product with the id ${product}`)
      }
      if (seen.has(product)) throw new SampleError(`${where}: ${product} is listed twice`)
      seen.add(product)
    })
  })
}

/** Rejects an order code used twice. */
function rejectDuplicateCodes({ categories }: Sample): void {
  const products = categories.flatMap(({ types }) => types.flatMap((type) => type.products))
  const owners = new Map<string, string>()
  for (const { id, variants } of products) {
    for (const { code } of variants) {
      const owner = owners.get(code)
      if (owner !== undefined) {
        throw new SampleError(`The code ${code} of ${id} is already a code of ${owner}.`)
      }
      owners.set(code, id)
    }
  }
}

/** The wire fields of a post in a list. */
interface LightPost {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  parentID: string
  postDate: string
}

// Escapes raw HTML in a text.
const markdown = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
})

/**
 * Generates all rows of the sample, in both languages. Within a type, rows are in list order: as in
 * the files, or newest first for dated posts.
 */
function* listPostRows(sample: Sample): Generator<PostRow> {
  const { categories } = sample
  const types = categories.flatMap((category) => category.types)

  yield* listFooterRows(sample)
  yield* listContactRows(sample.contact)
  yield* listChildRows('HomeSlider', sample.homeSlider)
  yield* listRows('About', sample.about)
  yield* listRows('Sustainability', sample.sustainability)
  yield* listRows('WorkFields', sample.workFields)
  yield* listRows('CompanyGoals', sample.companyGoals)
  yield* listRows('News', newestFirst(sample.news))
  yield* listRows('Blog', newestFirst(sample.blog))
  yield* listRows('Services', sample.services)
  yield* listChildRows('Projects', newestFirst(sample.projects))
  yield* listRows('Solutions', sample.solutions)
  yield* listRows('ProductsCateBackground', sample.backgrounds)
  yield* listRows('ProductsCategory', categories)
  for (const category of categories) yield* listRows('ProductsTypes', category.types, category.id)
  for (const type of types) yield* listProductRows('Products', type.products, type.id)

  const products = new Map(types.flatMap((type) => type.products).map((post) => [post.id, post]))
  for (const solution of sample.solutions) {
    const listed = solution.products.flatMap((id) => products.get(id) ?? [])
    yield* listProductRows('SolProducts', listed, solution.id)
  }
  yield* listBranchRows(sample.branches)
}

/** Generates the Arabic and English rows of one post; `extra` adds type-specific fields. */
function* listRowsOfPost(
  type: string,
  post: SamplePost,
  parentId: string,
  extra: (language: Language) => object = () => ({}),
): Generator<PostRow> {
  for (const language of languages) {
    const light = toLightPost(post, language, parentId)
    yield toRow(type, language, light, { ...toDetails(post, language), ...extra(language) })
  }
}

/**
 * Generates the Arabic and English rows of one product. Lists include its specifications and order
 * codes, for filters, cards and comparisons.
 */
function* listRowsOfProduct(
  type: string,
  product: SampleProduct,
  parentId: string,
): Generator<PostRow> {
  for (const language of languages) {
    const listed = {
      ...toLightPost(product, language, parentId),
      postSpecs: toSpecs(product.specs, language),
      postVariants: product.variants.map(({ code, specs }) => ({
        code,
        specs: toSpecs(specs, language),
      })),
    }
    yield toRow(type, language, listed, toDetails(product, language))
  }
}

function toDetails(post: SamplePost, language: Language) {
  return {
    postDetails: markdown.parse(post[language].details, { async: false }),
    postImages: post.gallery,
    postFiles: post.files.map(({ fileName, title }) => ({
      fileName,
      fileTitle: title[language],
    })),
    postSpecs: toSpecs(post.specs, language),
  }
}

function toSpecs(specs: SampleSpec[], language: Language) {
  return specs.map(({ name, value, unit }) => ({
    name: name[language],
    value: typeof value === 'string' ? withListCommas(value, language) : value[language],
    unit,
  }))
}

/** Localises the commas of a list of values that both languages share. */
function withListCommas(value: string, language: Language) {
  return language === 'Ar' ? value.replaceAll(', ', '، ') : value
}

function* listRows(type: string, posts: SamplePost[], parentId = rootParent): Generator<PostRow> {
  for (const post of posts) yield* listRowsOfPost(type, post, parentId)
}

function* listProductRows(
  type: string,
  products: SampleProduct[],
  parentId: string,
): Generator<PostRow> {
  for (const product of products) yield* listRowsOfProduct(type, product, parentId)
}

/** Generates the rows of posts that may name their own parent. */
function* listChildRows(type: string, posts: SampleChild[]): Generator<PostRow> {
  for (const post of posts) yield* listRowsOfPost(type, post, post.parent ?? rootParent)
}

function* listBranchRows(branches: SampleBranch[]): Generator<PostRow> {
  for (const { contact, latitude, longitude, openingHours, ...post } of branches) {
    yield* listRowsOfPost('Branches', post, rootParent, (language) => ({
      ...toContactFields(contact, language),
      latitude,
      longitude,
      openingHours: typeof openingHours === 'string' ? openingHours : openingHours[language],
    }))
  }
}

function* listContactRows(contact: SampleContact): Generator<PostRow> {
  for (const language of languages) {
    const light = emptyLightPost(contact.id)
    yield toRow('ContactData', language, light, toContactFields(contact, language))
  }
}

function* listFooterRows({ footer }: Sample): Generator<PostRow> {
  for (const language of languages) {
    const { title, subTitle } = footer[language]
    const light = { ...emptyLightPost(footer.id), postTitle: title, postSubTitle: subTitle }
    yield toRow('Footer.Data', language, light, {
      postImageHeader: footer.imageHeader,
      postImageFooter: footer.imageFooter,
    })
  }
}

function toRow(type: string, language: Language, light: LightPost, extra: object): PostRow {
  const detailItem = JSON.stringify({ ...light, ...extra })
  return {
    type,
    language,
    id: light.postID,
    parentId: light.parentID,
    title: light.postTitle,
    listItem: wholePostTypes.has(type) ? detailItem : JSON.stringify(light),
    detailItem,
  }
}

function toLightPost(post: SamplePost, language: Language, parentID: string): LightPost {
  return {
    postID: post.id,
    postTitle: post[language].title,
    postSubTitle: post[language].subTitle,
    postImage: post.image ?? '',
    parentID,
    postDate: post.date ?? '',
  }
}

function emptyLightPost(postID: string): LightPost {
  return {
    postID,
    postTitle: '',
    postSubTitle: '',
    postImage: '',
    parentID: rootParent,
    postDate: '',
  }
}

function toContactFields(contact: Omit<SampleContact, 'id'>, language: Language) {
  return {
    adress1: contact.adress1[language],
    email1: contact.email1,
    phone1: contact.phone1,
    mapUrl: contact.mapUrl,
    facebook: contact.facebook,
    youtube: contact.youtube,
    whatsapp: contact.whatsapp,
    telegram: contact.telegram,
    tweeter: contact.tweeter,
  }
}

function newestFirst<T extends SamplePost>(posts: T[]): T[] {
  return posts.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
