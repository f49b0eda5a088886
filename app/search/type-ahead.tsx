import { useEffect, useState, type RefObject, useId, useRef } from 'react'
import { useNavigate } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { suggestAddress, searchAddress } from '../addresses'
import type { Suggestion } from './suggestions'
import { languageAttributes } from '../language/text-language'
import { ConditionText } from './condition-text'
import { ClaimText } from '../components/relations'
import { MarkedText } from './marked-text'

/** Debounce of typing, ms: shorter pauses occur within a word. */
const pauseMs = 120

interface Suggestions {
  /** The typed text that they belong to. */
  text: string
  suggestions: Suggestion[]
  /** The content is still being indexed: there may be more. */
  isPartial?: true
}

const none: Suggestions = { text: '', suggestions: [] }

/** Returns the suggestions for a field's text; the previous ones while newer ones load. */
function useSuggestions(input: RefObject<HTMLInputElement>) {
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
        // An incomplete index does not mean "no results".
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

/**
 * Suggestions below a search field: an ARIA combobox with a list box (WAI-ARIA APG, "Editable
 * Combobox With List Autocomplete"). The focus stays in the field; arrow keys select a suggestion.
 */
export function TypeAhead({ input }: { input: RefObject<HTMLInputElement> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { text, suggestions } = useSuggestions(input)
  /** The dismissed suggestions, and the index of the selected one; newer suggestions reset both. */
  const [closed, setClosed] = useState<Suggestion[] | null>(null)
  const [choice, setChoice] = useState({ of: suggestions, at: -1 })
  const groups = groupsOf(suggestions)
  const shown = groups.flatMap(([, items]) => items)
  const isShown = shown.length > 0 && closed !== suggestions
  const chosen = isShown && choice.of === suggestions ? choice.at : -1
  const optionId = (at: number) => `${listId}-${at}`

  function open(url: string, kind?: Suggestion['kind']) {
    setClosed(suggestions)
    input.current?.blur()
    // The router would look for a screen at the address of a file.
    if (kind === 'document') window.location.assign(url)
    else navigate(url)
  }

  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (!field || !form) return

    function onKeyDown(event: KeyboardEvent) {
      // During composition, Enter and Escape belong to the input method.
      if (event.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined && shown.length > 0) {
        event.preventDefault()
        setClosed(null)
        // One position, before the first suggestion, is the field itself.
        const places = shown.length + 1
        const at = ((chosen + 1 + step + places) % places) - 1
        setChoice({ of: suggestions, at })
      } else if (event.key === 'Escape' && isShown) {
        event.preventDefault()
        setClosed(suggestions)
      }
    }
    function onSubmit(event: SubmitEvent) {
      event.preventDefault()
      const suggestion = shown[chosen]
      open(suggestion?.url ?? searchAddress(field?.value.trim() ?? ''), suggestion?.kind)
    }
    function onFocusOut({ relatedTarget }: FocusEvent) {
      if (!(relatedTarget instanceof Node && form?.contains(relatedTarget))) setClosed(suggestions)
    }
    function onFocus() {
      setClosed(null)
    }
    field.addEventListener('keydown', onKeyDown)
    field.addEventListener('focus', onFocus)
    form.addEventListener('submit', onSubmit)
    form.addEventListener('focusout', onFocusOut)
    return () => {
      field.removeEventListener('keydown', onKeyDown)
      field.removeEventListener('focus', onFocus)
      form.removeEventListener('submit', onSubmit)
      form.removeEventListener('focusout', onFocusOut)
    }
  })

  useEffect(() => {
    const field = input.current
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isShown),
      'aria-activedescendant': chosen >= 0 ? optionId(chosen) : '',
    }
    for (const [name, value] of Object.entries(attributes)) field?.setAttribute(name, value)
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('search.suggestions')}
        className="suggestions"
        hidden={!isShown}
      >
        {groups.map(([kind, items]) => (
          <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
            <p id={`${listId}-${kind}`} role="presentation">
              {t(`search.kinds.${kind}`)}
            </p>
            {items.map((suggestion) => {
              const at = shown.indexOf(suggestion)
              return (
                // The keyboard chooses options through the field.
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={suggestion.id}
                  id={optionId(at)}
                  role="option"
                  aria-selected={at === chosen}
                  // Keeps the focus in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => open(suggestion.url, kind)}
                  {...languageAttributes(suggestion.language)}
                >
                  {suggestion.image ? (
                    <img src={suggestion.image} alt="" width="48" height="36" />
                  ) : (
                    <span />
                  )}
                  <span>
                    <MarkedText
                      text={suggestion.title}
                      marks={suggestion.marks}
                      language={suggestion.language}
                    />{' '}
                    {suggestion.code && (
                      <small>
                        <bdi dir="ltr">{suggestion.code}</bdi>
                      </small>
                    )}{' '}
                    {suggestion.claim && (
                      <small>
                        <ClaimText claim={suggestion.claim} />
                      </small>
                    )}{' '}
                    {suggestion.unmet?.map((condition) => (
                      <small key={condition.asked}>
                        <ConditionText condition={condition} />{' '}
                      </small>
                    ))}
                  </span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {text !== '' && closed !== suggestions && t('search.found', { count: shown.length })}
      </p>
    </>
  )
}

/** Groups suggestions by kind, in the order of each kind's best one. */
function groupsOf(suggestions: Suggestion[]) {
  const groups = new Map<Suggestion['kind'], Suggestion[]>()
  for (const suggestion of suggestions) {
    groups.set(suggestion.kind, [...(groups.get(suggestion.kind) ?? []), suggestion])
  }
  return [...groups]
}
