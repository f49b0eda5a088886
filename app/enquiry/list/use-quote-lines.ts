import { useEffect, useRef, useState } from 'react'
import { cookieValueOf, maxQuantity, quoteCookie } from '../quote-items'
import { listChanged } from '../use-item-count'
import type { QuoteLine } from './quote-lines.server'

/** How long the browser keeps the list, seconds. */
const listS = 180 * 24 * 60 * 60

/** The lines of the visitor's own list; changes are stored in its cookie. */
export function useQuoteLines(initial: QuoteLine[]) {
  const [lines, setLines] = useState(initial)
  const [before, setBefore] = useState<QuoteLine[] | null>(null)
  const isInitial = useRef(true)

  useEffect(() => {
    if (isInitial.current) {
      isInitial.current = false
      return
    }
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const maxAge = lines.length === 0 ? 0 : listS
    document.cookie = `${quoteCookie}=${cookieValueOf(lines)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
    listChanged()
  }, [lines])

  function replace(next: QuoteLine[]) {
    setBefore(lines)
    setLines(next)
  }

  return {
    lines,
    /** The lines before the last removal on this page, or null. */
    before,
    setQuantity(id: string, quantity: number) {
      if (!(quantity >= 1 && quantity <= maxQuantity)) return
      setLines(lines.map((line) => (line.id === id ? { ...line, quantity } : line)))
    },
    remove: (id: string) => replace(lines.filter((line) => line.id !== id)),
    clear: () => replace([]),
    undo() {
      if (before) setLines(before)
      setBefore(null)
    },
  }
}
