import { languages, type Language } from '../../language/languages'

const collators = new Map<Language, Intl.Collator>()

/** Compares texts by the alphabet of a language, and numbers in them by size: "TM63" before "TM125". */
export function collatorOf(language: Language): Intl.Collator {
  const collator =
    collators.get(language) ?? new Intl.Collator(languages[language].intl, { numeric: true })
  collators.set(language, collator)
  return collator
}
