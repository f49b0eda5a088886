import type { TFunction } from 'i18next'
import type { LoadContext, Spec } from '../content/content.server'

/** A part of the privacy page: sentences, and what is kept for how long. */
interface PrivacySection {
  heading: string
  texts: string[]
  facts: Spec[]
}

const inBrowser = ['language', 'position', 'viewed', 'compared'] as const
const offline = ['pages'] as const
const ofEnquiries = ['list', 'notes', 'undo', 'draft', 'reference', 'token'] as const

/**
 * Says what docs/privacy.md says, as far as it is true with the settings of this site.
 * @param keepDays how long enquiries are kept after their delivery
 */
export function privacyOf(
  { site: { config, enquiries } }: LoadContext,
  keepDays: number,
  t: TFunction,
): PrivacySection[] {
  const { analytics } = config
  const { delivery } = config.enquiries
  const hasService = analytics.sink !== 'none' && analytics.sink !== 'log'
  const fact = (name: string, value: string): Spec => ({ name, value, unit: '' })
  const enquiryFacts = [
    fact(t('privacy.server.enquiry.what'), t('privacy.server.enquiry.long', { count: keepDays })),
    fact(t('privacy.server.files.what'), t('privacy.server.files.long')),
    fact(t('privacy.server.proof.what'), t('privacy.server.proof.long')),
  ]
  const others = [
    ...(enquiries.isOpen
      ? [t(delivery === 'webhook' ? 'privacy.others.webhook' : 'privacy.others.email')]
      : []),
    ...(enquiries.isOpen && delivery === 'smtp' ? [t('privacy.others.confirmation')] : []),
    ...(hasService ? [t('privacy.others.analytics'), t('privacy.others.optOut')] : []),
  ]
  return [
    {
      heading: t('privacy.browser.heading'),
      texts: [t('privacy.browser.text')],
      facts: [...inBrowser, ...(config.isKeptOffline ? offline : []), ...ofEnquiries].map((kind) =>
        fact(t(`privacy.browser.${kind}.what`), t(`privacy.browser.${kind}.long`)),
      ),
    },
    {
      heading: t('privacy.server.heading'),
      texts: analytics.sink === 'none' ? [] : [t('privacy.server.notMeasured')],
      facts: [
        ...(enquiries.isOpen ? enquiryFacts : []),
        fact(t('privacy.server.pages.what'), t('privacy.server.pages.long')),
        fact(t('privacy.server.searches.what'), t('privacy.server.searches.long')),
        ...(analytics.sink === 'none'
          ? []
          : [fact(t('privacy.server.speed.what'), t('privacy.server.speed.long'))]),
      ],
    },
    {
      heading: t('privacy.others.heading'),
      texts: others.length > 0 ? [...others, t('privacy.others.long')] : [t('privacy.others.none')],
      facts: [],
    },
  ]
}
