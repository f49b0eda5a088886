import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { variantFragment } from '../addresses'
import type { Frame } from '../layout/frame'
import type { Claim } from '../../server/search/language/relations'
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

/** The name of the company, whose own statements the relations are. */
function useCompany() {
  const { t } = useTranslation()
  return useRouteLoaderData<Frame>('root')?.siteName || t('relations.company')
}

/** Says that a product replaces the number that was asked for, and whose statement this is. */
export function ClaimText({ claim: { relation, text } }: { claim: Claim }) {
  const { t } = useTranslation()
  return <MixedText text={t(`relations.claim.${relation}`, { text, company: useCompany() })} />
}

/** The successors of a product that has been replaced as a whole. */
export function ReplacedBy({ relations }: { relations: RelationView[] }) {
  const { t } = useTranslation()
  const successors = relations.filter(isSuccessor)
  if (successors.length === 0) return null
  return (
    <p className="replaced-by">
      {t('relations.successor')}{' '}
      {successors.map((relation) => (
        <Named key={relation.text} relation={relation} />
      ))}
    </p>
  )
}

function isSuccessor({ relation, codes }: RelationView) {
  return relation === 'replacedBy' && codes.length === 0
}

/** What a product and its order codes replace or are equivalent to, as the company states it, and what goes with them. */
export function Relations({ relations }: { relations: RelationView[] }) {
  const { t } = useTranslation()
  const company = useCompany()
  return (['replacedBy', 'replaces', 'equivalent', 'accessories'] as const).map((relation) => {
    const stated = relations.filter((one) => one.relation === relation && !isSuccessor(one))
    if (stated.length === 0) return null
    return (
      <section key={relation} className="relations">
        <h2>{t(`relations.${relation}`)}</h2>
        <ul>
          {stated.map((one) => (
            <li key={one.text}>
              <Named relation={one} />
              {one.codes.map((code) => (
                <small key={code}>
                  {t('search.code')}{' '}
                  <a href={variantFragment(code)}>
                    <Ltr>{code}</Ltr>
                  </a>
                </small>
              ))}
            </li>
          ))}
        </ul>
        {relation !== 'accessories' && <p>{t('relations.source', { company })}</p>}
      </section>
    )
  })
}
