import { useTranslation } from '../language/translation'
import { memo } from 'react'
import { DrawnIcon, type IconDrawing } from '../components/icon'
import { MixedText, MixedParagraph } from '../components/mixed-text'
import { addresses } from '../addresses'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import type { Branch, Contact } from '../content/content.server'
import { useLanguage, TextIn } from '../language/text-language'
import { OpenBadge } from './open-badge'
import type { OpenSpan } from '@site/arabic-text/opening-hours'
import { AddressLink, ContactLink, SocialLinks } from '../components/contact'
import { Picture } from '../components/pictures/picture'
import { LanguageMark } from '../components/post-text'
import { EmptyList } from '../posts/cards'

/** Icons used by branches only. */
const icons = {
  directions: { path: 'M5 20v-7a4 4 0 0 1 4-4h10M14 4l5 5-5 5', mirrors: true },
  contact: {
    path: 'M3 5h18v14H3zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 16a3 3 0 0 1 6 0M15 10h3M15 14h3',
  },
} satisfies Record<string, IconDrawing>

function BranchIcon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={icons[name]} />
}

/** Opening hours as a table, or as written if they could not be parsed. */
function BranchHours({ rows, text }: { rows: { days: string; times: string }[]; text: string }) {
  const { t } = useTranslation()
  if (rows.length === 0) {
    return (
      text && (
        <p>
          <span className="visually-hidden">{t('branches.hours')}: </span>
          <MixedText text={text} />
        </p>
      )
    )
  }
  return (
    <table>
      <caption className="visually-hidden">{t('branches.hours')}</caption>
      <tbody>
        {rows.map(({ days, times }) => (
          <tr key={days}>
            <th scope="row">{days}</th>
            <td>
              <MixedText text={times} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
  /** The hours of the day that was asked for, with its name; empty if none was. */
  hoursOfDay: string
  /** Opening hours as written, if they could not be parsed. */
  hoursText: string
  hours: { days: string; times: string }[]
  /** Opening spans in the branch's time zone; null if unknown. */
  open: { spans: OpenSpan[]; zone: string } | null
  /** Its distance from the visitor, km, once they have asked for it. */
  km?: number
}

/**
 * A branch with its address, contact values and opening hours, aligned with its neighbours by
 * subgrid.
 */
const BranchCard = memo(function BranchCard({
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
            {branch.hoursOfDay && (
              <strong>
                <MixedText text={branch.hoursOfDay} />
              </strong>
            )}
            {branch.km !== undefined && (
              <p className="branch-distance">{t('branches.near.away', { km: branch.km })}</p>
            )}
            <MixedParagraph text={branch.postSubTitle} />
          </div>
        </TextIn>
        {branch.postImage && <Picture post={branch} use="branch" shape="scene" />}
      </div>
      {/* This grid row exists even if empty. */}
      <div>
        {hasContact && (
          <ul>
            {hasPlace && (
              <li className="branch-place">
                <TextIn language={branch.language}>
                  <AddressLink address={links.adress1} map={branch.mapUrl} />
                </TextIn>{' '}
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
          branch={branch.postTitle}
          kinds={['whatsapp', 'telegram', 'facebook', 'tweeter', 'youtube', 'instagram']}
        />
      </div>
    </li>
  )
})

export function BranchCards({
  branches,
  marked = null,
}: {
  branches: BranchView[]
  /** The anchor of the hovered or focused branch, on a card or elsewhere. */
  marked?: string | null
}) {
  if (branches.length === 0) return <EmptyList />
  return (
    <ul className="branch-grid">
      {branches.map((branch) => (
        <BranchCard key={branch.anchor} branch={branch} isMarked={branch.anchor === marked} />
      ))}
    </ul>
  )
}
