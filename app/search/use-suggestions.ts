import { useEffect, useState, type RefObject } from 'react'
import { suggestAddress } from './search-address'
import type { Suggestion } from './suggestions'

/** Shorter pauses are within a word, ms. */
const pauseMs = 120

interface Suggestions {
  /** What they are for. */
  text: string
  suggestions: Suggestion[]
  /** The content is still being read: there may be more. */
  isPartial?: true
}

const none: Suggestions = { text: '', suggestions: [] }

/** The suggestions for what is in a field; the last ones while newer ones are under way. */
export function useSuggestions(input: RefObject<HTMLInputElement>) {
  const [current, setCurrent] = useState(none)

  useEffect(() => {
    const field = input.current
    let timer: ReturnType<typeof setTimeout> | undefined
    let request = new AbortController()

    function onInput() {
      stop()
      const text = field?.value.trim() ?? ''
      if (text === '') return setCurrent(none)
      request = new AbortController()
      timer = setTimeout(() => void load(text, request.signal), pauseMs)
    }
    async function load(text: string, signal: AbortSignal) {
      try {
        const response = await fetch(suggestAddress(text), { signal })
        const { suggestions, isPartial } = (await response.json()) as Suggestions
        if (!response.ok || signal.aborted) return
        // What has not been read yet is not "no results".
        setCurrent(isPartial && suggestions.length === 0 ? none : { text, suggestions })
      } catch {
        // Without suggestions the field still searches.
      }
    }

    function stop() {
      clearTimeout(timer)
      request.abort()
    }

    onInput()
    field?.addEventListener('input', onInput)
    field?.addEventListener('blur', stop)
    return () => {
      stop()
      field?.removeEventListener('input', onInput)
      field?.removeEventListener('blur', stop)
    }
  }, [input])

  return current
}
