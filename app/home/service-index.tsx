import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Band } from '../components/band'
import { PostSubTitle, PostTitle } from '../components/post-text'

/** The services as a ruled index without pictures. */
export function ServiceIndex({ services }: { services: Omit<CardView, 'postImage'>[] }) {
  const { t } = useTranslation()
  if (services.length === 0) return null
  return (
    <Band
      heading={t('services.heading')}
      all={{ to: addresses.services(), title: t('services.all') }}
    >
      <ul className="service-index">
        {services.map((service) => (
          <li key={service.postID} className="card">
            <PostTitle post={service} to={addresses.service(service.postID)} level="h3" />
            <PostSubTitle post={service} />
          </li>
        ))}
      </ul>
    </Band>
  )
}
