import type { Card } from '../content/content.server'

/** Posts by the one that they belong to, in the order that they came in. */
export function postsByParent(posts: Card[]) {
  const byParent = new Map<string, Card[]>()
  for (const post of posts) {
    const siblings = byParent.get(post.parentID)
    if (siblings) siblings.push(post)
    else byParent.set(post.parentID, [post])
  }
  return byParent
}
