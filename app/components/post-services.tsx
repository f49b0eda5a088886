import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-words'

/** Services as the index of a manual: one ruled line each. */
export function PostServices({
  services,
  level,
  isLcp = false,
}: {
  services: CardView[]
  level: 'h2' | 'h3'
  /** Whether no other picture of the page stands before them. */
  isLcp?: boolean
}) {
  return (
    <ul className="services">
      {services.map((service, at) => (
        <li key={service.postID} className="service card">
          <PostTitle post={service} to={addresses.service(service.postID)} level={level} />
          <PostSubTitle post={service} />
          <Picture
            image={service.postImage}
            placeholderColour={service.placeholderColour}
            use="service"
            shape="scene"
            isLcp={isLcp && at === 0}
          />
        </li>
      ))}
    </ul>
  )
}
