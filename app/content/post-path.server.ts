import { rootParent } from '../../server/content/content-calls'
import type { SearchKind } from '../../server/search/search-types.ts'
import { addresses } from '../addresses'

/**
 * The path of what shows a post that the search index or the change log knows: its own page, the screen that it
 * is a part of, or the file that it is.
 * @param post.parentId which tells a category from a type
 */
export function pathOfPost(post: { kind: SearchKind; id: string; parentId: string }): string {
  const { kind, id, parentId } = post
  switch (kind) {
    case 'product':
      return addresses.product(id)
    case 'type': {
      const isCategory = parentId === '' || parentId === rootParent
      return isCategory ? addresses.productTypes(id) : addresses.productsOfType(id)
    }
    case 'solution':
      return addresses.solution(id)
    case 'project':
      return addresses.project(id)
    case 'service':
      return addresses.service(id)
    case 'news':
      return addresses.newsItem(id)
    case 'blog':
      return addresses.blogPost(id)
    case 'document':
      return addresses.image(id)
    case 'page':
      return id.replace(/#.*$/su, '')
  }
}
