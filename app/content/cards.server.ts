import type { ArticleCard, Card, CardWithSpecs, Spec } from './content.server'
import { formatDate, yearOf } from '../language/format'
import type { Language } from '../language/languages'
import { pageOf } from './paging.server'
import { readingMinutes } from '../posts/reading-time'

/** The data of a card: only what is shown, so that nothing else is sent. */
export interface CardView {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** ISO 8601; omitted if there is none, like `dateText`. */
  postDate?: string
  /** The date formatted on the server. */
  dateText?: string
}

export function cardsOf(posts: Card[], language: Language): CardView[] {
  return posts.map((post) => cardOf(post, language))
}

function cardOf(
  { postID, postTitle, postSubTitle, postImage, postDate, language: ownLanguage }: Card,
  language: Language,
): CardView {
  const texts = { postID, postTitle, postSubTitle, ...(ownLanguage && { language: ownLanguage }) }
  const card = { ...texts, postImage }
  return postDate === '' ? card : { ...card, postDate, dateText: formatDate(postDate, language) }
}

/** The part of a post that a link with a picture shows. */
export function pictureLinkOf({ postImage, ...post }: Card): PictureLink {
  return { ...linkItemOf(post), postImage }
}

/** The part of a post that a link shows. */
export function linkItemOf({
  postID,
  postTitle,
  language,
}: Pick<Card, 'postID' | 'postTitle' | 'language'>): LinkItem {
  return { postID, postTitle, ...(language && { language }) }
}

/** A title that links to its post. */
export interface LinkItem {
  postID: string
  postTitle: string
  /** As in `CardView`. */
  language?: Language
}

/** The same with a picture. */
export type PictureLink = LinkItem & Pick<CardView, 'postImage'>

/** The card of an article in a list. */
export interface ArticleCardView extends CardView {
  /** Year of its date, or empty. */
  year: string
  /** 0 if the list does not contain the text. */
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

/** The page of a list that a request selects. */
export function cardPageOf(posts: Card[], request: Request, language: Language): CardPage {
  return pageOfCards(posts, request, (post) => cardOf(post, language))
}

/** The same for a list of articles. */
export function articlePageOf(posts: ArticleCard[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => ({
    ...cardOf(post, language),
    year: yearOf(post.postDate),
    readingMinutes: readingMinutes(post.wordCount, language),
  }))
}

/** Number of specs shown for a post in a list. Editors put the most important first. */
const listedSpecCount = 3

/** The same for a list of projects, solutions or products. */
export function specPageOf(posts: CardWithSpecs[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => specCardOf(post, language))
}

export function specCardOf(post: CardWithSpecs, language: Language): SpecCardView {
  return { ...cardOf(post, language), specs: post.postSpecs.slice(0, listedSpecCount) }
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
 * Other posts to continue with: those that follow a post in its list, then the first ones.
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

/** Articles to continue with: the neighbours of one, and others besides them. */
export function furtherArticles(posts: Card[] | null, postId: string, language: Language) {
  const neighbours = neighboursOf(posts, postId, language)
  const neighbourIds = [neighbours.newer?.postID, neighbours.older?.postID]
  const rest = posts?.filter((post) => !neighbourIds.includes(post.postID)) ?? null
  return { neighbours, others: othersOf(rest, postId, language) }
}
