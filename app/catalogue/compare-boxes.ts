import { useEffect, type RefObject } from 'react'
import { isLanguage, type Language } from '../language/languages'
import { useLanguage } from '../language/use-language'
import { setCompared } from './compare-list'
import { comparedIds } from './compared-ids'
import type { StoredProduct } from './stored-products'

/**
 * Connects the checkboxes of a list (CompareChoice) with the visitor's choice. They are not React's: a list
 * works without this script, which loads later than the list's own.
 * @param part an element in their form, or in no form where there is no list
 * @param products the choice
 */
export function useCompareBoxes(part: RefObject<HTMLElement | null>, products: StoredProduct[]) {
  const language = useLanguage()

  useEffect(() => {
    const form = part.current?.closest('form')
    // Ticked before this script had loaded.
    for (const box of boxesOf(form)) if (box.checked) setCompared(productOf(box, language), true)

    function onChange({ target }: Event) {
      if (target instanceof HTMLInputElement && form && target.form === form) {
        target.checked = setCompared(productOf(target, language), target.checked)
      }
    }
    document.addEventListener('change', onChange)
    return () => document.removeEventListener('change', onChange)
  }, [part, language])

  useEffect(() => {
    // After each render, since the list may show other products.
    for (const box of boxesOf(part.current?.closest('form'))) {
      box.checked = products.some(({ id }) => id === idOf(box))
    }
  })
}

function boxesOf(form: HTMLFormElement | null | undefined) {
  return [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
}

function idOf({ value }: HTMLInputElement) {
  return comparedIds([value])[0] ?? ''
}

function productOf(box: HTMLInputElement, pageLanguage: Language): StoredProduct {
  const { title = '', image = '', path = '', language } = box.dataset
  return {
    id: idOf(box),
    title,
    image,
    path,
    language: isLanguage(language) ? language : pageLanguage,
  }
}
