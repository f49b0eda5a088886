import type { Card } from '../../server/content/posts/post.ts'

/** A card of the adapter with some fields set. */
export function makeCard(fields: Partial<Card>): Card {
  return {
    postID: '1',
    postTitle: '',
    postSubTitle: '',
    postImage: '',
    parentID: '',
    postDate: '',
    postDay: '',
    ...fields,
  }
}
