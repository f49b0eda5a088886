import type { ArticleCard, Card, ProjectCard, Spec } from './content.server'
import { placeholderFor } from './placeholder-colour.server'
import { formatDate, yearOf } from '../language/format'
import type { Language } from '../language/languages'
import { pageOf } from './paging.server'
import { readingMinutes } from '../posts/reading-time'

/** A post as a card shows it: only what is on the card, so that nothing else is sent along. */
export interface CardView {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The picture's colour, if that is known. */
  placeholderColour?: string
  /** ISO 8601; left out where there is none, as the next. */
  postDate?: string
  /** The date in words, made on the server. */
  dateText?: string
}

export function cardsOf(posts: Card[], language: Language): CardView[] {
  return posts.map((post) => cardOf(post, language))
}

function cardOf(
  { postID, postTitle, postSubTitle, postImage, postDate }: Card,
  language: Language,
): CardView {
  const card = { postID, postTitle, postSubTitle, postImage, ...placeholderFor(postImage) }
  return postDate === '' ? card : { ...card, postDate, dateText: formatDate(postDate, language) }
}

/** An article as a list shows it. */
export interface ArticleCardView extends CardView {
  /** Of its date, or empty. */
  year: string
  /** 0 where the list does not tell. */
  readingMinutes: number
}

/** A project as a list shows it. */
export interface ProjectCardView extends CardView {
  specs: Spec[]
}

/** One page of a list of cards. */
export interface CardPage<T extends CardView = CardView> {
  cards: T[]
  /** From 1 on. */
  page: number
  pages: number
}

/** The page of a list that the request's address asks for. */
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

/** How many of a project's specs its list has room for. Editors put the weightiest first. */
const listedSpecCount = 3

/** The same for a list of projects. */
export function projectPageOf(posts: ProjectCard[], request: Request, language: Language) {
  return pageOfCards(posts, request, (post) => ({
    ...cardOf(post, language),
    specs: post.postSpecs.slice(0, listedSpecCount),
  }))
}

function pageOfCards<P extends Card, V extends CardView>(
  posts: P[],
  request: Request,
  viewOf: (post: P) => V,
): CardPage<V> {
  const { items, page, pages } = pageOf(posts, request)
  return { cards: items.map(viewOf), page, pages }
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

/** The articles before and after one in its list, which begins with the newest. */
export interface Neighbours {
  newer: CardView | null
  older: CardView | null
}

/** @param posts null when the list could not be had */
function neighboursOf(posts: Card[] | null, postId: string, language: Language): Neighbours {
  const at = posts?.findIndex((post) => post.postID === postId) ?? -1
  const viewAt = (index: number) => {
    const post = at < 0 ? undefined : posts?.[index]
    return post ? cardOf(post, language) : null
  }
  return { newer: viewAt(at - 1), older: viewAt(at + 1) }
}

/** What an article offers to go on to: its neighbours, and others than those. */
export function onwardFrom(posts: Card[] | null, postId: string, language: Language) {
  const neighbours = neighboursOf(posts, postId, language)
  const besides = [neighbours.newer?.postID, neighbours.older?.postID]
  const rest = posts?.filter((post) => !besides.includes(post.postID)) ?? null
  return { neighbours, others: othersOf(rest, postId, language) }
}
