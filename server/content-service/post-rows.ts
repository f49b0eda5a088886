import { Marked } from 'marked'
import type { PostRow } from './post-row.ts'
import type { Sample } from './sample.ts'
import type {
  SampleBranch,
  SampleChild,
  SampleContact,
  SamplePost,
  SampleProduct,
  SampleSpec,
} from './sample-format.ts'
import { languages, rootParent, wholePostTypes } from './wire.ts'
import type { Language } from './wire.ts'

/** The wire fields of a post in a list. */
interface LightPost {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  parentID: string
  postDate: string
}

// Raw HTML in a text is escaped, never passed through.
const markdown = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
})

/**
 * All rows of the sample, in both languages. Within a type, rows are in list order: as in the
 * files, or newest first for dated posts.
 */
export function* listPostRows(sample: Sample): Generator<PostRow> {
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

/** The Arabic and English rows of one post; `extra` adds type-specific fields. */
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
 * The Arabic and English rows of one product. Its specifications and order codes are in lists too, for
 * filters, cards and comparisons.
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

/** Both languages can share a list of values; each has its own comma. */
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

/** Posts that each name their own parent, if they have one. */
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
