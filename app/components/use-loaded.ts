import { useEffect, useState } from 'react'

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
