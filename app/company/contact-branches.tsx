import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { TextPart } from '../content/contact-links.server'
import type { Branch } from '../content/content.server'
import { Band } from '../components/band'
import { LinkedText } from '../components/contact-link'
import { MixedParagraph, MixedText } from '../components/mixed-text'

export interface BranchRow extends Pick<Branch, 'postTitle' | 'language' | 'adress1' | 'phone1'> {
  phones: TextPart[]
  /** The branch's anchor on the first page of branches. */
  anchor: string
}

/**
 * A compact list of the branches: name, address and phone number, each linked to the branch's
 * details.
 */
export function ContactBranches({ branches }: { branches: BranchRow[] }) {
  const { t } = useTranslation()
  if (branches.length === 0) return null
  return (
    <Band
      heading={t('branches.heading')}
      all={{ to: addresses.branches(), title: t('contact.allBranches') }}
    >
      <ul className="contact-branches">
        {branches.map(({ anchor, postTitle, adress1, phones, language }) => (
          <li key={anchor}>
            <h3>
              <Link to={`${addresses.branches()}#${encodeURIComponent(anchor)}`} reloadDocument>
                <MixedText text={postTitle} language={language} />
              </Link>
            </h3>
            <MixedParagraph text={adress1} language={language} />
            {phones.length > 0 && (
              <p>
                <LinkedText parts={phones} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Band>
  )
}
