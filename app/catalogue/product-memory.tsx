import { useMemo } from 'react'
import type { PostView } from '../content/post-view.server'
import { useLanguage } from '../language/use-language'
import { CompareTray } from './compare-tray'
import { CompareLink } from './compare-link'
import { useCompared } from './compare-list'
import { maxCompared } from './compared-ids'
import { RecentlyViewed, useViewing } from './recently-viewed'
import { storedProductOf } from './stored-products'

/** Compares a product with those that were chosen before; of four, the first one makes way. */
export function LinkWithCompared({ id }: { id: string }) {
  const others = useCompared()
    .map((product) => product.id)
    .filter((other) => other !== id)
  return <CompareLink ids={[...others.slice(1 - maxCompared), id]} />
}

/** The products viewed before this one, and the tray of those to compare. */
export function Memory({ post, path }: { post: PostView; path: string }) {
  const language = useLanguage()
  const product = useMemo(() => storedProductOf(post, path, language), [post, path, language])
  useViewing(product)
  return (
    <>
      <RecentlyViewed exceptId={product.id} />
      <div className="compare-form container">
        <CompareTray />
      </div>
    </>
  )
}
