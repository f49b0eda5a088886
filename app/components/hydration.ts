import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * A module that is loaded after hydration.
 * @param load imports it; the same function in every render
 * @returns null until it is loaded, and if that fails
 */
export function useLoaded<T extends object>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    load().then(setLoaded, () => {})
  }, [load])
  return loaded
}

const never = () => () => undefined

/** Returns a value that only a browser knows: another one on the server, and in the first render. */
export function useInBrowser<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(never, read, () => onServer)
}

export function useIsHydrated() {
  return useInBrowser(() => true, false)
}

/**
 * The fields of a form that are not as the server has sent them. When a script starts, these are what a visitor
 * has done before it could listen: no event says so any more. Fields that a browser would restore, such as after
 * going back, have `autocomplete="off"`, so that no old choice looks like a new one.
 */
export function changedFields(form: HTMLFormElement) {
  return [...form.elements].filter((field) => {
    if (field instanceof HTMLSelectElement) {
      return [...field.options].some(
        ({ selected, defaultSelected }) => selected !== defaultSelected,
      )
    }
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
    const isTicked = field instanceof HTMLInputElement && field.checked !== field.defaultChecked
    return isTicked || field.value !== field.defaultValue
  })
}
