import type { Branch, ChildPost, Content, Post, Product } from './assemble.ts'
import type { Contact, Spec } from './format.ts'
import { beginsAsHtml, safeHtmlOf } from './texts/html-texts.ts'
import { htmlOfMarkdown } from './texts/markdown.ts'
import { languages, rootParent, wholePostTypes, type Language, type PostRow } from '../wire.ts'

/** The wire fields of a post in a list. */
interface LightPost {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  parentID: string
  postDate: string
  /** The language of the texts, if it is not that of the list. */
  postLanguage?: Language
}

/**
 * Generates the rows of all posts of a folder, in both languages. Within a type, rows are in list order: as in
 * the files, or newest first for dated posts.
 */
export function* listPostRows(content: Content): Generator<PostRow> {
  const { categories } = content
  const types = categories.flatMap((category) => category.types)

  if (content.footer) yield* listFooterRows(content.footer)
  if (content.contact) yield* listContactRows(content.contact)
  yield* listChildRows('HomeSlider', content.homeSlider)
  yield* listRows('About', content.about)
  yield* listRows('Sustainability', content.sustainability)
  yield* listRows('WorkFields', content.workFields)
  yield* listRows('CompanyGoals', content.companyGoals)
  yield* listRows('News', newestFirst(content.news))
  yield* listRows('Blog', newestFirst(content.blog))
  yield* listRows('Services', content.services)
  yield* listChildRows('Projects', newestFirst(content.projects))
  yield* listRows('Solutions', content.solutions)
  yield* listRows('ProductsCateBackground', content.backgrounds)
  yield* listRows('ProductsCategory', categories)
  for (const category of categories) yield* listRows('ProductsTypes', category.types, category.id)
  for (const type of types) yield* listProductRows('Products', type.products, type.id)

  const products = new Map(types.flatMap((type) => type.products).map((post) => [post.id, post]))
  for (const solution of content.solutions) {
    const listed = solution.products.flatMap((id) => products.get(id) ?? [])
    yield* listProductRows('SolProducts', listed, solution.id)
  }
  yield* listBranchRows(content.branches)
}

/** Generates the Arabic and English rows of one post; `extra` adds type-specific fields. */
function* listRowsOfPost(
  type: string,
  post: Post,
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
function* listRowsOfProduct(type: string, product: Product, parentId: string): Generator<PostRow> {
  for (const language of languages) {
    const listed = {
      ...toLightPost(product, language, parentId),
      postSpecs: toSpecs(product.specs, language),
      postVariants: product.variants.map(({ code, specs, availability }) => ({
        code,
        specs: toSpecs(specs, language),
        ...(availability && { availability: toAvailability(availability, language) }),
      })),
    }
    yield toRow(type, language, listed, toDetails(product, language))
  }
}

/** A branch is named where the author names one. */
function toAvailability(
  { branch, ...stated }: NonNullable<Product['variants'][number]['availability']>,
  language: Language,
) {
  return { ...stated, ...(branch[language] !== '' && { branch: branch[language] }) }
}

function toDetails(post: Post, language: Language) {
  return {
    postDetails: htmlOf(post[language].details),
    postImages: post.gallery,
    postFiles: post.files.map(({ fileName, title }) => ({
      fileName,
      fileTitle: title[language],
    })),
    postSpecs: toSpecs(post.specs, language),
  }
}

function htmlOf(details: string): string {
  if (beginsAsHtml(details)) return safeHtmlOf(details)
  return htmlOfMarkdown(details)
}

function toSpecs(specs: Spec[], language: Language) {
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

function* listRows(type: string, posts: Post[], parentId = rootParent): Generator<PostRow> {
  for (const post of posts) yield* listRowsOfPost(type, post, parentId)
}

function* listProductRows(type: string, products: Product[], parentId: string): Generator<PostRow> {
  for (const product of products) yield* listRowsOfProduct(type, product, parentId)
}

/** Generates the rows of posts that may name their own parent. */
function* listChildRows(type: string, posts: ChildPost[]): Generator<PostRow> {
  for (const post of posts) yield* listRowsOfPost(type, post, post.parent ?? rootParent)
}

function* listBranchRows(branches: Branch[]): Generator<PostRow> {
  for (const { contact, latitude, longitude, openingHours, ...post } of branches) {
    yield* listRowsOfPost('Branches', post, rootParent, (language) => ({
      ...toContactFields(contact, language),
      latitude,
      longitude,
      openingHours: openingHours[language],
    }))
  }
}

function* listContactRows(contact: Contact & { id: string }): Generator<PostRow> {
  for (const language of languages) {
    const light = emptyLightPost(contact.id)
    yield toRow('ContactData', language, light, toContactFields(contact, language))
  }
}

function* listFooterRows(footer: NonNullable<Content['footer']>): Generator<PostRow> {
  for (const language of languages) {
    const { title, subTitle } = footer[language]
    const light = {
      ...emptyLightPost(footer.id),
      postTitle: title,
      postSubTitle: subTitle,
      ...languageOf(footer, language),
    }
    yield toRow('Footer.Data', language, light, {
      postImageHeader: footer.imageHeader,
      postImageFooter: footer.imageFooter,
      ...(footer.priceNote[language] !== '' && { priceNote: footer.priceNote[language] }),
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

function toLightPost(post: Post, language: Language, parentID: string): LightPost {
  return {
    postID: post.id,
    postTitle: post[language].title,
    postSubTitle: post[language].subTitle,
    postImage: post.image ?? '',
    parentID,
    postDate: post.date ?? '',
    ...languageOf(post, language),
  }
}

function languageOf({ only }: Pick<Post, 'only'>, language: Language) {
  return only !== undefined && only !== language ? { postLanguage: only } : {}
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

function toContactFields(contact: Contact, language: Language) {
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

function newestFirst<T extends Post>(posts: T[]): T[] {
  return posts.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}
