import type { Card } from '../content/content.server'

/** Groups posts by parentID; each group keeps the order of the list. */
export function postsByParent(posts: Card[]) {
  const byParent = new Map<string, Card[]>()
  for (const post of posts) {
    const siblings = byParent.get(post.parentID)
    if (siblings) siblings.push(post)
    else byParent.set(post.parentID, [post])
  }
  return byParent
}
