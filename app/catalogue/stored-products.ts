import { useSyncExternalStore } from 'react'
import type { PictureLink } from '../views/card-views.server'
import { isLanguage, type Language } from '../language/languages'

/** A product stored by the browser: the data of a link with its picture. */
export interface StoredProduct {
  id: string
  title: string
  /** A file name of the image base, or empty. */
  image: string
  /** Path of its screen. */
  path: string
  /** Language of its title. */
  language: Language
  /** See `LinkItem`. */
  code?: string | null
}

/** @param path of the product's screen */
export function storedProductOf(
  { postID, postTitle, postImage, language, code }: PictureLink,
  path: string,
  pageLanguage: Language,
): StoredProduct {
  return {
    id: postID,
    title: postTitle,
    image: postImage,
    path,
    language: language ?? pageLanguage,
    ...(code !== undefined && { code }),
  }
}

const none: StoredProduct[] = []

/**
 * A list of products in browser storage, never sent to the server. Stored data is not trusted;
 * without storage, the list lasts as long as the document.
 */
interface StoredProducts {
  /** Returns the identical array until the list changes. */
  read: () => StoredProduct[]
  write: (products: StoredProduct[]) => void
  subscribe: (listener: () => void) => () => void
}

/** @param openStorage may throw if the visitor blocks storage */
export function createStoredProducts(openStorage: () => Storage, key: string): StoredProducts {
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

  /** Restored from the back/forward cache: another document may have changed the list. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    list = null
    changed()
  }

  return {
    read,
    write: (products) => {
      list = products
      try {
        openStorage().setItem(key, JSON.stringify(products))
      } catch {
        // Storage is full or blocked.
      }
      changed()
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('pageshow', onPageShow)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('pageshow', onPageShow)
      }
    },
  }
}

/** Returns the products of a list; none on the server and while hydrating. */
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
    typeof (Reflect.get(value, 'code') ?? '') === 'string' &&
    // A path of this site: a second slash would begin another host.
    /^\/(?![/\\])/.test(String(Reflect.get(value, 'path')))
  )
}
