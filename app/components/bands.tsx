import type { ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import { useEnquiryAddress, useFrame } from '../layout/frame'
import { LinkedText } from './contact'
import { Link } from 'react-router-dom'
import { addresses } from '../addresses'
import { Icon } from './icon'
import { MixedText, Ltr } from './mixed-text'
import { useLanguage, useTextLanguage } from '../language/text-language'
import { gapBefore } from '@site/arabic-text/directions'
import type { Figure } from '../posts/list-views'

/** A section with its heading on a busbar, and a link to the whole list if it shows only a part. */
export function Band({
  id,
  className = 'band container',
  heading,
  all,
  children,
}: {
  id?: string
  className?: string
  heading: string
  all?: { to: string; title: string }
  children: ReactNode
}) {
  return (
    <section className={className} id={id}>
      <div className="band-heading">
        <h2 className="node">
          <MixedText text={heading} />
        </h2>
        {all && (
          <Link className="text-link" to={all.to}>
            {all.title}
            <Icon name="arrow" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** The company's key figures, large on a dark band. */
export function Figures({ figures }: { figures: Figure[] }) {
  const { t } = useTranslation()
  if (figures.length === 0) return null
  return (
    <section className="figures ink-band" aria-label={t('product.facts')}>
      <div className="container">
        <FigureRow figures={figures} />
      </div>
    </section>
  )
}

/** Whether two such numerals do not fit side by side on a phone. */
function isLongNumeral(numeral: string) {
  return numeral.length > 7
}

/** A longer unit is a word. */
const maxSymbolLength = 4

/** A numeral and its unit, which stands on the right of it unless it is an Arabic word. */
function FigureValue({ numeral, unit }: Pick<Figure, 'numeral' | 'unit'>) {
  const pageLanguage = useLanguage()
  const language = useTextLanguage() ?? pageLanguage
  const large = (
    <span className="figure-numeral" data-long={isLongNumeral(numeral) || undefined}>
      <Ltr>{numeral}</Ltr>
    </span>
  )
  if (/\p{Script=Arabic}/u.test(unit)) {
    return (
      <>
        {large} <MixedText text={unit} />
      </>
    )
  }
  return (
    <bdi dir="ltr">
      {large}
      {/* A word takes the next line rather than being broken. */}
      {unit.length > maxSymbolLength ? ' ' : gapBefore(unit, language)}
      {unit}
    </bdi>
  )
}

/** A row of figures, as many as fit beside each other. */
export function FigureRow({ figures }: { figures: Figure[] }) {
  if (figures.length === 0) return null
  return (
    <dl className="figure-row">
      {figures.map(({ name, numeral, unit }, at) => (
        <div key={at} className="figure">
          <dt>
            <MixedText text={name} />
          </dt>
          <dd>
            <FigureValue numeral={numeral} unit={unit} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The company's phone number, and links to the enquiry form, or otherwise the contact screen, and
 * to the branches. Without contact values, only the links.
 * @param query the enquiry form's, which names the subject; null on the form itself
 * @param children MessageItems, unless the screen has such links elsewhere
 */
function ContactWays({ query, children }: { query: string | null; children: ReactNode }) {
  const { t } = useTranslation()
  const frame = useFrame()
  const phone = frame?.contactLinks?.phone1 ?? []
  const enquiryAddress = useEnquiryAddress(query ?? '')
  return (
    <>
      {phone.length > 0 && (
        <p className="contact-band-phone">
          <LinkedText className="text-link" parts={phone} />
        </p>
      )}
      <ul className="contact-band-links">
        {query !== null && (
          <li>
            <Link className="button" to={enquiryAddress}>
              {t(frame?.hasEnquiries ? 'enquiry.heading' : 'layout.contactUs')}
            </Link>
          </li>
        )}
        <li>
          <ToQuickList />
        </li>
        {children}
        <li>
          <NearestBranch />
        </li>
      </ul>
    </>
  )
}

/** A link to the screen that takes a whole list at once. */
export function ToQuickList() {
  const { t } = useTranslation()
  return (
    <Link className="text-link" to={addresses.quickList()}>
      <Icon name="file" />
      {t('quickList.toList')}
    </Link>
  )
}

/** A link to the branches, of which the nearest can be found there. */
export function NearestBranch() {
  const { t } = useTranslation()
  return (
    <Link className="text-link" to={addresses.branches()}>
      <Icon name="address" />
      {t('contact.nearestBranch')}
    </Link>
  )
}

/** Ways to the company, as the last part of a screen. */
export function ContactBand({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <section className="contact-band band container">
      <h2 className="node">{heading}</h2>
      <ContactWays query="">{children}</ContactWays>
    </section>
  )
}

/**
 * Offers in the second column of a screen what a visitor does next. It stays in view beside a longer text, and follows
 * it on narrow screens.
 */
export function NextSteps({
  heading,
  query = '',
  children,
}: {
  heading: string
  /** The query of the link to the enquiry form, which names the subject; null on the form itself. */
  query?: string | null
  children?: ReactNode
}) {
  return (
    <section className="next-steps contact-band">
      <h2>{heading}</h2>
      <ContactWays query={query}>{children}</ContactWays>
    </section>
  )
}
