import type { Spec } from '../content/content.server'
import type { ArchiveLink, FileFacts, WithFiles } from '../views/file-facts.server'
import type { PostView } from '../views/post-view.server'
import { useTranslation } from '../language/translation'
import { addresses } from '../addresses'
import { Icon } from './icon'
import { MixedText } from './mixed-text'
import { inLanguage, languages, otherLanguage } from '../language/languages'
import { useLanguage, useTextLanguage } from '../language/text-language'
import { gapBefore, keepUnits, ltrClass, splitLtrRuns } from '@site/arabic-text/directions'
import { Fragment, type ReactNode } from 'react'

/**
 * A column that stays in view beside a longer one. If it is higher than the window, it scrolls to
 * its end first.
 */
export function StickyColumn({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`sticky-column ${className}`}>
      <div>{children}</div>
    </div>
  )
}

/** A value and its unit, styled differently but isolated as one left-to-right run. */
export function SpecValue({ value, unit }: { value: string; unit: string }) {
  const pageLanguage = useLanguage()
  const language = useTextLanguage() ?? pageLanguage
  // An Arabic word stands on the left of its number, a symbol on the right.
  if (unit === '' || /\p{Script=Arabic}/u.test(unit)) {
    return <MixedText text={`${value} ${unit}`.trim()} />
  }
  const { words, quantity } = splitQuantity(keepUnits(value))
  const gap = gapBefore(unit, language)
  return (
    <>
      <MixedText text={words} />
      {quantity === '' && ' '}
      <bdi dir="ltr" className={ltrClass(`${quantity} ${unit}`)}>
        {quantity && `${quantity}${gap}`}
        <span className="spec-unit">{unit}</span>
      </bdi>
    </>
  )
}

/**
 * Splits off the quantity that the unit belongs to: all of "6–63", the number of "حتى 63". The
 * quantity of "80 و100 و125" is empty, since its unit applies to every number.
 */
function splitQuantity(value: string) {
  if (!/\p{Script=Arabic}/u.test(value)) return { words: '', quantity: value }
  const last = splitLtrRuns(value).at(-1)
  const quantity = last?.isLtr ? last.text : (/\s([\d.,]+)$/.exec(value)?.[1] ?? '')
  return { words: value.slice(0, value.length - quantity.length), quantity }
}

/** The specs of a post as a table. */
export function SpecTable({ specs, heading }: { specs: Spec[]; heading: string }) {
  const { t } = useTranslation()
  if (specs.length === 0) return null
  return (
    <section className="spec-table">
      <h2>{heading}</h2>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('product.specName')}</th>
            <th scope="col">{t('product.specValue')}</th>
          </tr>
        </thead>
        <tbody>
          {specs.map(({ name, value, unit }, at) => (
            <tr key={at}>
              <th scope="row">
                <MixedText text={name} />
              </th>
              <td>
                <SpecValue value={value} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows the facts about a file: "Datasheet · English · PDF · 640 kB · 3 March 2026". */
export function FileFactsLine({ facts }: { facts: FileFacts }) {
  const { t } = useTranslation()
  const { kind, fileLanguage, type, size, date } = facts
  const parts = [
    kind === 'other' ? '' : t(`documents.kind.${kind}`),
    fileLanguage === '' ? '' : t(`documents.languages.${fileLanguage}`),
    ...[type, size, date],
  ].filter((part) => part !== '')
  return (
    <span className="file-kind">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/**
 * A post's files, each with what is known of it.
 * @param sheet the path of the sheet that the site makes of the post, if it does
 * @param archive a link to all of them
 */
export function FileList({
  files,
  sheet,
  archive,
}: {
  files: WithFiles<PostView>['postFiles']
  sheet?: string | undefined
  archive?: ArchiveLink | null
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const other = otherLanguage(language)
  if (files.length === 0 && sheet === undefined) return null
  return (
    <section className="file-list">
      <h2>{t('product.files')}</h2>
      <ul>
        {files.map(({ fileName, fileTitle, facts }) => (
          <li key={fileName}>
            <a href={addresses.image(fileName)}>
              <Icon name="file" />
              <span>
                <MixedText text={fileTitle || (fileName.split('/').pop() ?? '')} />
              </span>
            </a>{' '}
            <FileFactsLine facts={facts} />
          </li>
        ))}
        {sheet !== undefined && (
          <li className="sheet-link">
            <a href={inLanguage(sheet, language)} type="application/pdf">
              <Icon name="file" />
              <span>{t('sheet.link')}</span>
            </a>{' '}
            <a
              className="text-link"
              href={inLanguage(sheet, other)}
              hrefLang={languages[other].lang}
              type="application/pdf"
            >
              <span className="visually-hidden">{t('sheet.link')} </span>
              <span lang={languages[other].lang}>{languages[other].name}</span>
            </a>
          </li>
        )}
        {archive && (
          <li className="sheet-link">
            <a href={archive.href} type="application/zip" rel="nofollow">
              <Icon name="file" />
              <span>{archive.text}</span>
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}
