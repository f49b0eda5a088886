import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../cards'
import { BandHeading } from '../components/band-heading'
import { MixedText } from '../components/mixed-text'

/** The services as the index of a manual: ruled lines, no pictures. */
export function ServiceIndex({ services }: { services: CardView[] }) {
  const { t } = useTranslation()
  if (services.length === 0) return null
  return (
    <section className="band container">
      <BandHeading
        heading={t('services.heading')}
        all={{ to: addresses.services(), title: t('services.all') }}
      />
      <ul className="service-index">
        {services.map((service) => (
          <li key={service.postID} className="card">
            <h3 className="card-title">
              <Link to={addresses.service(service.postID)}>
                <MixedText text={service.postTitle || t('list.untitled')} />
              </Link>
            </h3>
            {service.postSubTitle && (
              <p className="card-text">
                <MixedText text={service.postSubTitle} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
