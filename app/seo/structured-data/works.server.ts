import type { CreativeWork, Service } from 'schema-dts'
import { addresses } from '../../addresses'
import type { CardView } from '../../content/cards.server'
import type { PostView } from '../../content/post-view.server'
import { documentNode } from './document.server'
import {
  imageAddresses,
  languageTag,
  listed,
  organizationId,
  pageAddress,
  thingId,
  type PageContext,
} from './page-context.server'

/** A service or a solution. @param parts the products of the solution that its screen shows */
export function serviceNode(post: PostView, parts: CardView[], page: PageContext): Service {
  const { frame, path, language } = page
  return {
    '@type': 'Service',
    '@id': thingId(frame, path, 'service'),
    ...propertiesOf(post, page),
    provider: { '@id': organizationId(frame) },
    isRelatedTo: listed(
      parts.map(({ postID, postTitle }) => ({
        '@type': 'Product' as const,
        name: postTitle,
        url: pageAddress(frame, addresses.productByPost(postID), language),
      })),
    ),
  }
}

/** A project that the company has carried out. */
export function projectNode(post: PostView, page: PageContext): CreativeWork {
  const { frame, path } = page
  return {
    '@type': 'CreativeWork',
    '@id': thingId(frame, path, 'project'),
    ...propertiesOf(post, page),
    inLanguage: languageTag(page, post),
    dateCreated: post.postDate || undefined,
    creator: { '@id': organizationId(frame) },
  }
}

function propertiesOf(post: PostView, page: PageContext) {
  return {
    name: post.postTitle,
    description: post.postSubTitle || undefined,
    url: page.canonical,
    mainEntityOfPage: { '@id': page.canonical },
    image: imageAddresses(page.frame, [post.postImage, ...post.postImages]),
    subjectOf: listed(post.postFiles.map((file) => documentNode(file, page))),
  }
}
