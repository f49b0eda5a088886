import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { addresses, screens } from '../addresses'
import { privacyOf } from '../company/privacy.server'
import { keepDays } from '../enquiry/enquiries.server'
import { ScreenHeading } from '../components/screen-heading'
import { screenLoader } from '../content/loaders.server'
import { useFrame } from '../layout/frame'
import { PostSpecs } from '../posts/cards'
import { pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import companyStyles from '../styles/company.css?url'

export const handle = { styles: [companyStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export const loader = screenLoader(screens.privacy, ({ content: { t }, context }) => ({
  heading: t('privacy.heading'),
  lead: t('privacy.lead'),
  sections: privacyOf(context, keepDays, t),
}))

export default function Privacy() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const frame = useFrame()
  const company = [
    { name: t('privacy.company.name'), value: frame?.companyName ?? '', unit: '' },
    { name: t('contact.address'), value: frame?.contact?.adress1 ?? '', unit: '' },
    ...(frame?.registrations ?? []),
  ].filter(({ value }) => value !== '')
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <div className="privacy container">
        {sections.map((section) => (
          <section key={section.heading}>
            <h2>{section.heading}</h2>
            {section.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <PostSpecs specs={section.facts} />
          </section>
        ))}
        <section>
          <h2>{t('privacy.company.heading')}</h2>
          <p>{t('privacy.company.text')}</p>
          <PostSpecs specs={company} />
        </section>
        <p>
          <Link className="text-link" to={addresses.contact()}>
            {t('privacy.ask')}
          </Link>
        </p>
      </div>
    </>
  )
}
