import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-words'

/** Services as the index of a manual: one ruled line each. */
export function PostServices({
  services,
  level,
  isLeading = false,
}: {
  services: CardView[]
  level: 'h2' | 'h3'
  /** Whether no other picture of the page stands before them. */
  isLeading?: boolean
}) {
  return (
    <ul className="services">
      {services.map((service, at) => (
        <li key={service.postID} className="service card">
          <PostTitle post={service} to={addresses.service(service.postID)} level={level} />
          <PostSubTitle post={service} />
          <Picture
            image={service.postImage}
            tone={service.imageTone}
            use="service"
            shape="scene"
            isLeading={isLeading && at === 0}
          />
        </li>
      ))}
    </ul>
  )
}
