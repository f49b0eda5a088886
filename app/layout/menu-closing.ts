import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'
import { openPopover } from './popover-fallback'

/**
 * Closes the dropdowns after a navigation, on Escape, and on a click or focus outside. Closes the
 * menu of narrow screens after a navigation and on focus outside.
 */
export function useMenuClosing(menu: RefObject<HTMLElement>) {
  const { key } = useLocation()
  const lastKey = useRef(key)

  useEffect(() => {
    // Not on mount: a menu that was opened before hydration stays open.
    if (lastKey.current === key) return
    lastKey.current = key
    closeDropdowns(menu.current)
    if (isSheet(menu.current)) menu.current?.hidePopover()
  }, [key, menu])

  useEffect(() => {
    function closeOnClickOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) closeDropdowns(menu.current)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') closeOpenDropdown(menu.current, event)
    }
    // Otherwise an open dropdown would cover the element that was focused by keyboard.
    function closeOnFocusOutside({ target }: Event) {
      if (target instanceof Node) closeUnfocused(menu.current, target)
    }
    document.addEventListener('click', closeOnClickOutside)
    document.addEventListener('focusin', closeOnFocusOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('click', closeOnClickOutside)
      document.removeEventListener('focusin', closeOnFocusOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [menu])
}

/** Whether the menu is open as a full-screen sheet, as on narrow screens. */
function isSheet(menu: HTMLElement | null) {
  return menu?.matches(openPopover) ?? false
}

function openDropdowns(menu: HTMLElement | null) {
  return [...(menu?.querySelectorAll('.menu-dropdown > [open]') ?? [])]
}

function closeDropdowns(menu: HTMLElement | null) {
  for (const dropdown of openDropdowns(menu)) dropdown.removeAttribute('open')
}

function closeUnfocused(menu: HTMLElement | null, focused: Node) {
  // In the sheet, dropdowns cover nothing, and closing one would shift the link being tapped.
  if (isSheet(menu)) {
    if (!menu?.contains(focused)) menu?.hidePopover()
    return
  }
  for (const dropdown of openDropdowns(menu)) {
    if (!dropdown.contains(focused)) dropdown.removeAttribute('open')
  }
}

/** Escape closes the open dropdown first, not the menu around it, and focuses its summary. */
function closeOpenDropdown(menu: HTMLElement | null, event: Event) {
  const [open] = openDropdowns(menu)
  if (!open) return
  event.preventDefault()
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}
