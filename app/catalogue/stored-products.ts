import { useSyncExternalStore } from 'react'
import type { PictureLink } from '../content/views.server'
import { isLanguage, type Language } from '../language/languages'

/** A product that the browser remembers: all that a link with its picture shows. */
export interface StoredProduct {
  id: string
  title: string
  /** A file name at the image base URL, or empty. */
  image: string
  /** Of its screen. */
  path: string
  /** Of its title. */
  language: Language
}

/** @param path of the product's screen */
export function storedProductOf(
  { postID, postTitle, postImage, language }: PictureLink,
  path: string,
  pageLanguage: Language,
): StoredProduct {
  return {
    id: postID,
    title: postTitle,
    image: postImage,
    path,
    language: language ?? pageLanguage,
  }
}

type StoredProducts = ReturnType<typeof createStoredProducts>

const none: StoredProduct[] = []

/**
 * A list of products in the browser's own storage, which no server sees. What the storage holds is not
 * trusted; without storage the list lasts as long as the document.
 * @param openStorage may throw, where the visitor has forbidden storage
 */
export function createStoredProducts(openStorage: () => Storage, key: string) {
  const listeners = new Set<() => void>()
  let list: StoredProduct[] | null = null

  function read() {
    return (list ??= parse())
  }

  function parse() {
    try {
      const stored: unknown = JSON.parse(openStorage().getItem(key) ?? '')
      return Array.isArray(stored) ? stored.filter(isStoredProduct) : none
    } catch {
      return none
    }
  }

  function changed() {
    for (const listener of listeners) listener()
  }

  /** The document was left and is shown again: another one may have changed the list. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    list = null
    changed()
  }

  return {
    /** The same array until the list changes. */
    read,
    write: (products: StoredProduct[]) => {
      list = products
      try {
        openStorage().setItem(key, JSON.stringify(products))
      } catch {
        // Storage is full or forbidden.
      }
      changed()
    },
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) addEventListener('pageshow', onPageShow)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('pageshow', onPageShow)
      }
    },
  }
}

/** The products of a list; none on the server and while hydrating. */
export function useStoredProducts(products: StoredProducts) {
  return useSyncExternalStore(products.subscribe, products.read, () => none)
}

const texts = ['id', 'title', 'image', 'path'] as const

function isStoredProduct(value: unknown): value is StoredProduct {
  return (
    typeof value === 'object' &&
    value !== null &&
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    isLanguage(Reflect.get(value, 'language')) &&
    // A path of this site: a second slash would begin the name of another one.
    /^\/(?![/\\])/.test(String(Reflect.get(value, 'path')))
  )
}
