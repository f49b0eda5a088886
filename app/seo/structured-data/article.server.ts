import type { BlogPosting, NewsArticle } from 'schema-dts'
import type { ArticleView } from '../../content/post-view.server'
import { documentNode } from './document.server'
import {
  imageAddresses,
  languageTag,
  listed,
  organizationId,
  thingId,
  type PageContext,
} from './page-context.server'

/** A news item or blog post. The content names no author, so the company is it. */
export function articleNode(
  type: 'NewsArticle' | 'BlogPosting',
  post: ArticleView,
  page: PageContext,
): NewsArticle | BlogPosting {
  const { frame, path } = page
  return {
    '@type': type,
    '@id': thingId(frame, path, 'article'),
    headline: post.postTitle,
    description: post.postSubTitle || undefined,
    url: page.canonical,
    mainEntityOfPage: { '@id': page.canonical },
    inLanguage: languageTag(page, post),
    datePublished: post.postDate || undefined,
    image: imageAddresses(frame, [post.postImage, ...post.postImages]),
    wordCount: post.wordCount || undefined,
    author: { '@id': organizationId(frame) },
    publisher: { '@id': organizationId(frame) },
    subjectOf: listed(post.postFiles.map((file) => documentNode(file, page))),
  }
}
