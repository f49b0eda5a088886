import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-text'

/** Services as a ruled index, one per row. */
export function PostServices({
  services,
  level,
  isLcp = false,
}: {
  services: CardView[]
  level: 'h2' | 'h3'
  /** Whether the first service's picture is the page's LCP image. */
  isLcp?: boolean
}) {
  return (
    <ul className="services">
      {services.map((service, at) => (
        <li key={service.postID} className="service card">
          <PostTitle post={service} to={addresses.service(service.postID)} level={level} />
          <PostSubTitle post={service} />
          <Picture post={service} use="service" shape="scene" isLcp={isLcp && at === 0} />
        </li>
      ))}
    </ul>
  )
}
