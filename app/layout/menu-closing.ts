import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

/** Closes the dropdowns, and the menu on narrow screens, when the visitor has gone on or says so. */
export function useMenuClosing(menu: RefObject<HTMLElement>) {
  const { key } = useLocation()
  const shownKey = useRef(key)

  useEffect(() => {
    // A menu opened before script came alive stays open: only going on closes it.
    if (shownKey.current === key) return
    shownKey.current = key
    closeDropdowns(menu.current)
    if (isSheet(menu.current)) menu.current?.hidePopover()
  }, [key, menu])

  useEffect(() => {
    function closeOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) closeDropdowns(menu.current)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') leaveDropdown(menu.current, event)
    }
    // Whoever goes on by keyboard leaves nothing open on top of where they are.
    function closeBehind({ target }: Event) {
      if (target instanceof Node) closeLeft(menu.current, target)
    }
    document.addEventListener('click', closeOutside)
    document.addEventListener('focusin', closeBehind)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('click', closeOutside)
      document.removeEventListener('focusin', closeBehind)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [menu])
}

/** Whether the menu is open as a sheet of its own, as on narrow screens. */
function isSheet(menu: HTMLElement | null) {
  return menu?.matches(':popover-open') ?? false
}

function openDropdowns(menu: HTMLElement | null) {
  return [...(menu?.querySelectorAll('.menu-dropdown > [open]') ?? [])]
}

function closeDropdowns(menu: HTMLElement | null) {
  for (const dropdown of openDropdowns(menu)) dropdown.removeAttribute('open')
}

function closeLeft(menu: HTMLElement | null, focused: Node) {
  // In the sheet dropdowns cover nothing, and what closes there moves what is being tapped.
  if (isSheet(menu)) {
    if (!menu?.contains(focused)) menu?.hidePopover()
    return
  }
  for (const dropdown of openDropdowns(menu)) {
    if (!dropdown.contains(focused)) dropdown.removeAttribute('open')
  }
}

/** Escape closes the open dropdown, before the menu round it, and gives the focus back. */
function leaveDropdown(menu: HTMLElement | null, event: Event) {
  const [open] = openDropdowns(menu)
  if (!open) return
  event.preventDefault()
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}
