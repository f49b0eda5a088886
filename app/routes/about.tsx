import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { companyLoader } from '../company/company.server'
import { ContactBand, Figures } from '../components/bands'
import { MessageItems } from '../components/share'
import { CompanyOpening, CompanyStory } from '../company/company-screen'
import { EmptyList } from '../posts/cards'
import { splitFigures } from '../posts/list-views'
import { TextIn } from '../language/text-language'
import { companyMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import companyStyles from '../styles/company.css?url'

export const handle = { styles: [companyStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) => companyMeta(args, args.data, 'banner')

export const loader = companyLoader('about', (content) => content.listAbout(), splitFigures)

export default function About() {
  const { heading, sections } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [opening, ...others] = sections
  return (
    <>
      <CompanyOpening heading={heading} section={opening} />
      <TextIn language={opening?.language}>
        <Figures figures={sections.flatMap(({ figures }) => figures)} />
        <div className="band container">
          {opening ? <CompanyStory sections={others} /> : <EmptyList />}
        </div>
      </TextIn>
      <ContactBand heading={t('contact.ask.general')}>
        <MessageItems about={heading} />
      </ContactBand>
    </>
  )
}
