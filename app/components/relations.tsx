import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { variantFragment } from '../addresses'
import { useFrame } from '../layout/frame'
import type { Claim } from '@site/product-search/types'
import type { RelationView } from '../site/search.server'
import { Ltr, MixedText } from './mixed-text'

/** A product that another one names: its title if it is one of ours, else what is written. */
function Named({ relation: { text, product } }: { relation: RelationView }) {
  if (!product) return <MixedText text={text} />
  const { href, title, code, language = null } = product
  return (
    <Link className="text-link" to={href}>
      <MixedText text={title} language={language} /> {code && <Ltr>{code}</Ltr>}
    </Link>
  )
}

/** An Arabic name that says what it is the name of: the others may be common words, as that for a current is. */
const namesCompany = /^(?:شركة|مؤسسة|مجموعة|مصنع)\s/

/** Names the company, whose own statements the relations are. */
export function companyText(t: TFunction, name: string) {
  if (name === '') return t('relations.company')
  return namesCompany.test(name) ? name : t('relations.named', { name })
}

function useCompany() {
  const { t } = useTranslation()
  return companyText(t, useFrame()?.siteName ?? '')
}

/** Says that a product replaces the number that was asked for, and whose statement this is. */
export function claimText(t: TFunction, { relation, text }: Claim, company: string) {
  return t(`relations.claim.${relation}`, { text, company })
}

export function ClaimText({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  return <MixedText text={claimText(t, claim, useCompany())} />
}

/** The successors of a product that has been replaced as a whole. */
export function ReplacedBy({ relations }: { relations: RelationView[] }) {
  const { t } = useTranslation()
  const successors = relations.filter(isSuccessor)
  if (successors.length === 0) return null
  return (
    <p className="replaced-by">
      {t('relations.successor')}{' '}
      {successors.map((one, at) => (
        <Fragment key={one.text}>
          {at > 0 && ' · '}
          <Named relation={one} />
        </Fragment>
      ))}
    </p>
  )
}

function isSuccessor({ relation, codes }: RelationView) {
  return relation === 'replacedBy' && codes.length === 0
}

/** Lists what goes with a product and its order codes, and what the company states that they replace or are equivalent to. */
export function Relations({ relations }: { relations: RelationView[] }) {
  const { t } = useTranslation()
  const company = useCompany()
  const shown = relations.filter((one) => !isSuccessor(one))
  if (shown.length === 0) return null
  return (
    <section className="relations">
      {(['accessories', 'replacedBy', 'replaces', 'equivalent'] as const)
        .filter((each) => shown.some(({ relation }) => relation === each))
        .map((each) => (
          <Fragment key={each}>
            <h2>{t(`relations.${each}`)}</h2>
            <ul>
              {shown
                .filter(({ relation }) => relation === each)
                .map((one) => (
                  <li key={one.text}>
                    <Named relation={one} />{' '}
                    {one.codes.map((code) => (
                      <span key={code}>
                        {t('search.code')}{' '}
                        <a href={variantFragment(code)}>
                          <Ltr>{code}</Ltr>
                        </a>{' '}
                      </span>
                    ))}
                  </li>
                ))}
            </ul>
          </Fragment>
        ))}
      {shown.some(({ relation }) => relation !== 'accessories') && (
        <p>{t('relations.source', { company })}</p>
      )}
    </section>
  )
}
