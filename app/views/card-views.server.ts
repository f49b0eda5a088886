import type { Variant, Card, Spec, ArticleCard, CardWithSpecs } from '../content/content.server'
import type { Language } from '../language/languages'
import { formatDate, yearOf } from '../language/format'
import { onlyCodeOf, isRating } from './product-view.server'
import { readingMinutes } from '../posts/list-views'
import { pageOf } from './list-page.server'

/** The variants of a card's post, which those of products have. */
interface WithVariants {
  postVariants?: Variant[]
}

/** The data of a card: only what is shown, to keep responses small. */
export interface CardView {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** See `LinkItem`. */
  code?: string | null
  /** ISO 8601; omitted if there is none, like `dateText`. */
  postDate?: string
  /** The date formatted on the server. */
  dateText?: string
}

export function cardsOf(posts: Card[], language: Language): CardView[] {
  return posts.map((post) => cardOf(post, language))
}

function cardOf(post: Card & WithVariants, language: Language): CardView {
  const { postSubTitle, postImage, postDate, postDay } = post
  const card = { ...linkItemOf(post), postSubTitle, postImage }
  return postDate === '' ? card : { ...card, postDate, dateText: formatDate(postDay, language) }
}

/** Returns the part of a post that a link with a picture shows. */
export function pictureLinkOf({ postImage, ...post }: Card & WithVariants): PictureLink {
  return { ...linkItemOf(post), postImage }
}

/** Returns the part of a post that a link shows. */
export function linkItemOf({
  postID,
  postTitle,
  language,
  postVariants,
}: Pick<Card, 'postID' | 'postTitle' | 'language'> & WithVariants): LinkItem {
  const code = onlyCodeOf(postVariants)
  return { postID, postTitle, ...(language && { language }), ...(code !== undefined && { code }) }
}

/** A title that links to its post. */
export interface LinkItem {
  postID: string
  postTitle: string
  /** See `CardView`. */
  language?: Language
  /** The only order code of a product; null if it has several, absent if it has none. */
  code?: string | null
}

/** A link to a post, with its picture. */
export type PictureLink = LinkItem & Pick<CardView, 'postImage'>

/** The card of an article in a list. */
export interface ArticleCardView extends CardView {
  /** Year of its date, or empty. */
  year: string
  /** 0 if the list does not include the text. */
  readingMinutes: number
}

/** The card of a project, solution or product in a list. */
export interface SpecCardView extends CardView {
  specs: Spec[]
}

/** One page of a list of cards. */
export interface CardPage<T extends CardView = CardView> {
  cards: T[]
  /** Starts at 1. */
  page: number
  pages: number
}

/** Returns the page of a list that a request selects. */
export function cardPageOf(posts: Card[], request: Request, language: Language): CardPage {
  return pageOfCards(posts, request, (post) => cardOf(post, language))
}

/** Returns the selected page of a list of articles. */
export function articlePageOf(posts: ArticleCard[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => ({
    ...cardOf(post, language),
    year: yearOf(post.postDay),
    readingMinutes: readingMinutes(post.wordCount, language),
  }))
}

/** Number of specs shown for a post in a list. Editors put the most important first. */
const listedSpecCount = 3

/** Returns the selected page of a list of projects, solutions or products. */
export function specPageOf(posts: CardWithSpecs[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => specCardOf(post, language))
}

export function specCardOf(post: CardWithSpecs, language: Language): SpecCardView {
  return {
    ...cardOf(post, language),
    specs: post.postSpecs.filter(isRating).slice(0, listedSpecCount),
  }
}

function pageOfCards<P extends Card, V extends CardView>(
  posts: P[],
  request: Request,
  viewOf: (post: P) => V,
): CardPage<V> {
  const { items, page, pages } = pageOf(posts, request)
  return { cards: items.map(viewOf), page, pages }
}

/** Number of other posts at the end of a detail screen. */
const othersCount = 5

/**
 * Returns other posts to continue with: those that follow a post in its list, then the first ones.
 * @param posts null when the list is unavailable
 */
export function othersOf(posts: Card[] | null, postId: string, language: Language): CardView[] {
  if (!posts) return []
  const at = posts.findIndex((post) => post.postID === postId)
  const others = [...posts.slice(at + 1), ...posts.slice(0, Math.max(at, 0))]
  return cardsOf(others.slice(0, othersCount), language)
}

/** The articles before and after one in its list, newest first. */
export interface Neighbours {
  newer: CardView | null
  older: CardView | null
}

/** @param posts null when the list is unavailable */
function neighboursOf(posts: Card[] | null, postId: string, language: Language): Neighbours {
  const at = posts?.findIndex((post) => post.postID === postId) ?? -1
  const viewAt = (index: number) => {
    const post = at < 0 ? undefined : posts?.[index]
    return post ? cardOf(post, language) : null
  }
  return { newer: viewAt(at - 1), older: viewAt(at + 1) }
}

/** Returns articles to continue with: an article's neighbours, and others. */
export function furtherArticles(posts: Card[] | null, postId: string, language: Language) {
  const neighbours = neighboursOf(posts, postId, language)
  const neighbourIds = [neighbours.newer?.postID, neighbours.older?.postID]
  const rest = posts?.filter((post) => !neighbourIds.includes(post.postID)) ?? null
  return { neighbours, others: othersOf(rest, postId, language) }
}
