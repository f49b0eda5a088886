import type { ContentLanguage, SearchKind, Spec, Variant } from '../types.ts'

/** ParentId that selects all posts of a type, whatever their parent. */
export const rootParent = 'NTROOT0'

/** A content type whose posts can be found. */
export interface FoundType {
  type: string
  /** The kind of search results that its posts are; several types may share one. */
  kind: SearchKind
  /** The path of the screen that shows its posts; null if each has its own page. */
  screen: string | null
  /** The type of its posts' parents; null if the parentID has no meaning. */
  parent: string | null
  /** The shape in which the list of all posts is read; null for a type that has lists by parent only. */
  list: string | null
  /** The shape in which one post is read; null where lists have whole posts. */
  details: string | null
}

/** A call of the content API. */
export interface ContentQuery {
  check: 'getPost' | 'getPostDetails'
  type: string
  PostId: string
  ParentId: string
  Pno: string
}

export interface PostFile {
  fileName: string
  fileTitle: string
}

/** A post as the content API has it; which optional fields it has depends on the shape in which it was read. */
export interface LoadedPost {
  postID: string
  postTitle: string
  postSubTitle: string
  postImage: string
  parentID: string
  postDate: string
  postLanguage?: ContentLanguage | undefined
  postDetails?: string
  postFiles?: PostFile[]
  postSpecs?: Spec[]
  postVariants?: Variant[]
  openingHours?: string
  adress1?: string
  phone1?: string
  email1?: string
}

/** A response of the content API. */
export interface LoadedContent {
  query: ContentQuery
  language: ContentLanguage
  items: LoadedPost[]
}

/** Facts about a file, from the server of the content API's files. */
export interface CheckedFile {
  /** Whether visitors cannot download it: it does not exist, is empty, or exceeds the site's limit. Undefined if unknown. */
  isMissing?: boolean
  /** Size in bytes; undefined if its server does not say, or not in time. */
  size?: number
  /** When it was last modified, in ISO 8601; undefined if its server does not say, or not plausibly. */
  modifiedAt?: string
}

/** The error of content that is unavailable, and with which calls of the search fail. */
type UnavailableError = new (
  fault: 'busy' | 'costly' | 'timeout',
  message: string,
  options: { cause: Error | undefined },
) => Error & { fault: string; retryAfterS: number | undefined }

/** The content that is searched. */
export interface SearchedContent {
  /** In the order in which they are read: parents first. */
  types: readonly FoundType[]
  /** Reads posts in the background; `type` and `shape` are those of `types`, or `SolProducts` and `productCard`. */
  read(language: ContentLanguage, query: ContentQuery, shape: string): Promise<LoadedPost[]>
  /** Calls the listener with each response that visitors' reads have loaded, and when it was requested, ms since the epoch. */
  onLoad(listener: (loaded: LoadedContent, calledAt: number) => void): void
  /** States of the circuit breakers by type; `closed` lets calls pass. */
  breakers(): Record<string, string>
  /** Returns what is known of a file; it never rejects. */
  checkFile(name: string): Promise<CheckedFile>
  Unavailable: UnavailableError
}
