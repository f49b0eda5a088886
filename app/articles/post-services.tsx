import { addresses } from '../addresses'
import type { CardView } from '../cards'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-words'

/** Services as the index of a manual: one ruled line each. */
export function PostServices({ services, level }: { services: CardView[]; level: 'h2' | 'h3' }) {
  return (
    <ul className="services">
      {services.map((service) => (
        <li key={service.postID} className="service card">
          <PostTitle post={service} to={addresses.service(service.postID)} level={level} />
          <PostSubTitle post={service} />
          <Picture
            image={service.postImage}
            sizes="(min-width: 64rem) 15rem, (min-width: 48rem) 11rem, 30vw"
            shape="scene"
          />
        </li>
      ))}
    </ul>
  )
}
