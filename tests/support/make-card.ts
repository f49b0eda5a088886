import type { Card } from '../../server/content/posts/post.ts'

/** A post as the adapter hands it on, with what a test says of it. */
export function makeCard(fields: Partial<Card>): Card {
  return {
    postID: '1',
    postTitle: '',
    postSubTitle: '',
    postImage: '',
    parentID: '',
    postDate: '',
    ...fields,
  }
}
