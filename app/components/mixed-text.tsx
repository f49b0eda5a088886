import { Fragment } from 'react'
import { ltrClass, splitCodes, splitLtrRuns, keepUnits } from '@site/arabic-text/directions'
import { languages, type Language } from '../language/languages'
import { languageAttributes, useTextLanguage, useLanguage } from '../language/text-language'

/**
 * A phone number, an e-mail, a part number or a unit, isolated from the surrounding text as left to
 * right.
 */
export function Ltr({ children }: { children: string }) {
  // Groups of Arabic digits would be ordered right to left without an override.
  const Element = /^[^\p{L}]*[٠-٩][^\p{L}]*$/u.test(children) ? 'bdo' : 'bdi'
  return (
    <Element dir="ltr" className={ltrClass(children)}>
      {children}
    </Element>
  )
}

/**
 * Content text: part numbers, units and ranges in Arabic are isolated as left-to-right runs; short codes and ranges stay
 * on one line, and numbers beside their units. A text in another language than the page is marked as such.
 */
export function MixedText({ text, language }: { text: string } & InLanguage) {
  const pageLanguage = useLanguage()
  const languageAround = useTextLanguage()
  const ownLanguage = language === undefined ? languageAround : language
  const isLtr = languages[ownLanguage ?? pageLanguage].dir === 'ltr'
  const kept = keepUnits(text)
  const parts = isLtr ? withWholeCodes(kept) : isolated(kept)
  return ownLanguage ? <span {...languageAttributes(ownLanguage)}>{parts}</span> : parts
}

interface InLanguage {
  /**
   * The text's language; null for the page's, and by default that of the surrounding content
   * (TextIn).
   */
  language?: Language | null
}

function isolated(text: string) {
  const parts = splitLtrRuns(text).map((part, at) =>
    part.isLtr ? <Ltr key={at}>{part.text}</Ltr> : <Fragment key={at}>{part.text}</Fragment>,
  )
  // One element: in a flex container, each part would be a column of its own.
  return parts.length > 1 ? <span>{parts}</span> : parts
}

function withWholeCodes(text: string) {
  const parts = splitCodes(text)
  if (parts.length === 1) return text
  return (
    <span>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} className="ltr-unbroken">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  )
}

/** A word or part number with a hyphen, and the signs beside it. */
const hyphenated = /(\S*[\p{L}\p{N}]-[\p{L}\p{N}]\S*)/u

/** A title: as MixedText, and words with a hyphen stay on one line if they fit on it. */
export function TitleText({ text, language }: { text: string } & InLanguage) {
  const pageLanguage = useLanguage()
  const languageAround = useTextLanguage()
  const ownLanguage = (language === undefined ? languageAround : language) ?? pageLanguage
  const parts = text.split(hyphenated)
  // In Arabic they are isolated, which keeps them together, too.
  if (parts.length === 1 || languages[ownLanguage].dir === 'rtl') {
    return <MixedText text={text} language={language} />
  }
  return (
    <span {...(ownLanguage === pageLanguage ? {} : languageAttributes(ownLanguage))}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} className="ltr-formula">
            {keepUnits(part)}
          </span>
        ) : (
          keepUnits(part)
        ),
      )}
    </span>
  )
}

/** A paragraph; nothing without text. */
export function MixedParagraph({
  text,
  className,
  language,
}: { text: string; className?: string } & InLanguage) {
  if (text === '') return null
  return (
    <p className={className}>
      <MixedText text={text} language={language} />
    </p>
  )
}
