import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { ContactLinks } from '../content/contact-links.server'
import type { Branch, Contact } from '../content/content.server'
import { useLanguage } from '../language/use-language'
import type { OpenSpan } from './open-now'
import { BranchHours } from './branch-hours'
import { AddressLink, ContactLink } from '../components/contact-link'
import { BranchIcon } from './branch-icon'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { OpenBadge } from './open-badge'
import { Picture } from '../components/picture'
import { TextIn } from '../language/text-language'
import { LanguageMark } from '../components/post-text'
import { SocialLinks } from '../components/social-links'

/** The fields of a branch that its card shows. */
export interface BranchView
  extends
    Contact,
    Pick<Branch, 'postID' | 'postTitle' | 'postSubTitle' | 'postImage' | 'language'> {
  links: ContactLinks
  /** The id of its element, for links within the page. */
  anchor: string
  /** Latitude and longitude, such as "24.6668,46.8291"; empty if unknown. */
  place: string
  /** Opening hours as written, if they could not be parsed. */
  hoursText: string
  hours: { days: string; times: string }[]
  /** When it is open, in local time of its time zone; null if unknown. */
  open: { spans: OpenSpan[]; zone: string } | null
}

/**
 * A branch with its address, contact values and opening hours, aligned with its neighbours by
 * subgrid.
 */
export const BranchCard = memo(function BranchCard({
  branch,
  isMarked,
}: {
  branch: BranchView
  isMarked: boolean
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const directions =
    branch.place && `https://www.google.com/maps/dir/?api=1&destination=${branch.place}`
  const { links } = branch
  const hasPlace = links.adress1 !== '' || directions !== ''
  const hasContact = hasPlace || links.phone1.length > 0 || links.email1.length > 0
  return (
    <li
      id={branch.anchor}
      className="branch"
      data-branch={branch.anchor}
      data-marked={isMarked || undefined}
    >
      <div className="branch-head">
        <TextIn language={branch.language}>
          <div>
            <h2>
              <MixedText text={branch.postTitle} />
              <LanguageMark language={branch.language} />
            </h2>
            <MixedParagraph text={branch.postSubTitle} />
          </div>
        </TextIn>
        {branch.postImage && <Picture post={branch} use="branch" shape="scene" />}
      </div>
      {/* A row of the grid, even without anything in it. */}
      <div>
        {hasContact && (
          <ul>
            {hasPlace && (
              <li className="branch-place">
                <TextIn language={branch.language}>
                  <AddressLink address={links.adress1} map={branch.mapUrl} />
                </TextIn>
                {directions && (
                  <a className="text-link" href={directions} rel="noopener">
                    <BranchIcon name="directions" />
                    <span>
                      {t('branches.directions')}
                      <span className="visually-hidden">: {branch.postTitle}</span>
                    </span>
                  </a>
                )}
              </li>
            )}
            <ContactLink kind="phone" parts={links.phone1} as="li" />
            <ContactLink kind="email" parts={links.email1} as="li" />
          </ul>
        )}
      </div>
      <div className="branch-hours">
        {branch.open && <OpenBadge open={branch.open} />}
        <TextIn language={branch.hoursText ? branch.language : undefined}>
          <BranchHours rows={branch.hours} text={branch.hoursText} />
        </TextIn>
      </div>
      <div className="branch-more">
        <a className="text-link" href={addresses.vcard(language, branch.postID)} download>
          <BranchIcon name="contact" />
          <span>
            {t('branches.addContact')}
            <span className="visually-hidden">: {branch.postTitle}</span>
          </span>
        </a>
        <SocialLinks
          contact={links}
          kinds={['whatsapp', 'telegram', 'facebook', 'tweeter', 'youtube', 'instagram']}
        />
      </div>
    </li>
  )
})
