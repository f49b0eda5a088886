import type { Card } from './content.server'
import { formatDate } from './language/format'
import type { Language } from './language/languages'
import { pageOf } from './paging'

/** A post as a card shows it: only what is on the card, so that nothing else is sent along. */
export interface CardView {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** ISO 8601, or empty. */
  postDate: string
  /** The date in words, made on the server. */
  dateText: string
}

export function cardsOf(posts: Card[], language: Language): CardView[] {
  return posts.map(({ postID, postTitle, postSubTitle, postImage, postDate }) => ({
    postID,
    postTitle,
    postSubTitle,
    postImage,
    postDate,
    dateText: formatDate(postDate, language),
  }))
}

/** One page of a list of cards. */
export interface CardPage {
  cards: CardView[]
  /** From 1 on. */
  page: number
  pages: number
}

/** The page of a list that the request's address asks for. */
export function cardPageOf(posts: Card[], request: Request, language: Language): CardPage {
  const { items, page, pages } = pageOf(posts, request)
  return { cards: cardsOf(items, language), page, pages }
}

/** How many others a detail screen offers below itself. */
const othersCount = 5

/**
 * The posts next to one in its list, for going on from it: those that follow it, then the first ones.
 * @param posts null when the list could not be had
 */
export function othersOf(posts: Card[] | null, postId: string, language: Language): CardView[] {
  if (!posts) return []
  const at = posts.findIndex((post) => post.postID === postId)
  const others = [...posts.slice(at + 1), ...posts.slice(0, Math.max(at, 0))]
  return cardsOf(others.slice(0, othersCount), language)
}
