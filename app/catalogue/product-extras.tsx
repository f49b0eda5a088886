import { useLoaded } from '../components/use-loaded'
import type { PostView } from '../content/post-view.server'
import { CompareLink } from './compare-link'

const loadExtras = () => import('./product-memory')

/** A link that compares a product; with script, with those that were chosen before. */
export function ProductCompareLink({ id }: { id: string }) {
  const extras = useLoaded(loadExtras)
  return extras ? <extras.LinkWithCompared id={id} /> : <CompareLink ids={[id]} />
}

/** What the browser remembers of the visit, below a product: nothing without script. */
export function ProductMemory({ post, path }: { post: PostView; path: string }) {
  const extras = useLoaded(loadExtras)
  return extras && <extras.Memory post={post} path={path} />
}
