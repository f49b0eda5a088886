import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { companyLoader } from '../company/company-loader.server'
import { ContactBand } from '../components/contact-band'
import { MessageItems } from '../components/message-items'
import { CompanyOpening } from '../company/company-opening'
import { CompanyStory } from '../company/company-story'
import { EmptyList } from '../components/empty-list'
import { Figures } from '../components/figures'
import { splitFigures } from '../content/figures-of'
import { TextIn } from '../language/text-language'
import { descriptionOf, pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: descriptionOf(args.data.sections),
      lcpImage: { image: args.data.sections[0]?.postImage, use: 'banner' },
    },
  )

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
