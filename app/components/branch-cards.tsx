import { useTranslation } from 'react-i18next'
import { webHref } from '../contact-hrefs'
import type { Branch } from '../content.server'
import { ContactLink } from './contact-link'
import { EmptyList } from './empty-list'
import { Icon } from './icon'
import { MixedText } from './mixed-text'
import { Picture } from './picture'
import { SocialLinks } from './social-links'

/** A branch as its card shows it, its contact values whole. */
type BranchView = ReturnType<typeof branchViewOf>

export function branchViewOf(branch: Branch) {
  const { postDetails, postImages, postFiles, postSpecs, parentID, postDate, ...view } = branch
  return { ...view, mapUrl: view.mapUrl || mapOf(view) }
}

/** Branches as cards: where, how to call and to write, and when. */
export function BranchCards({
  branches,
  headingLevel = 2,
}: {
  branches: BranchView[]
  headingLevel?: 2 | 3
}) {
  const { t } = useTranslation()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  if (branches.length === 0) return <EmptyList />
  return (
    <ul className="branch-grid">
      {branches.map((branch) => {
        const map = webHref(branch.mapUrl)
        return (
          <li key={branch.postID} className="branch">
            <Picture
              image={branch.postImage}
              sizes="(min-width: 64rem) 24rem, 94vw"
              shape="scene"
            />
            <Heading>
              <MixedText text={branch.postTitle} />
            </Heading>
            {branch.postSubTitle && (
              <p>
                <MixedText text={branch.postSubTitle} />
              </p>
            )}
            <ul className="branch-contact">
              <ContactLink kind="address" value={branch.adress1} mapUrl={branch.mapUrl} as="li" />
              <ContactLink kind="phone" value={branch.phone1} as="li" />
              <ContactLink kind="email" value={branch.email1} as="li" />
              {branch.openingHours && (
                <li className="contact-link">
                  <span>
                    <Icon name="clock" />
                    <span className="visually-hidden">{t('branches.hours')} </span>
                    <span>
                      <MixedText text={branch.openingHours} />
                    </span>
                  </span>
                </li>
              )}
            </ul>
            <SocialLinks
              contact={branch}
              kinds={['whatsapp', 'telegram', 'facebook', 'tweeter', 'youtube', 'instagram']}
            />
            {map && (
              <a className="text-link" href={map} rel="noopener">
                {t('branches.map')}
                <Icon name="arrow" />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function mapOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null
    ? ''
    : `https://www.google.com/maps?q=${latitude},${longitude}`
}
