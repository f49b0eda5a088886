import { Component, type ReactNode } from 'react'

declare global {
  interface Window {
    /** Tells the site that its script has failed; defined by the page's inline script (page-scripts.tsx). */
    reportScriptFailure?: (phase: 'load' | 'hydrate' | 'run', error: unknown) => void
  }
}

/** The id of the element that React hydrates. Everything around it belongs to the server's document. */
export const pageId = 'page'

/**
 * The owner of the page in the browser: initially the server's HTML, then React, and after a
 * failure HTML again.
 */
let owner: 'server' | 'react' | 'released' = 'server'

/** The path and query whose screen React has rendered last. */
let shownAddress: string | undefined

let resolveReleased: (wasHydrated: boolean) => void = () => undefined

/**
 * Resolves when React has lost the page, with whether it ever owned it. Its root can be unmounted
 * then.
 */
export const released = new Promise<boolean>((resolve) => {
  resolveReleased = resolve
})

/**
 * Ensures that script never makes a page worse. When anything throws while React hydrates, renders
 * or runs effects, or when the page differs from the server's, the visitor keeps it as plain HTML:
 * its text, its links, and its forms with what was typed.
 */
export class PageBoundary extends Component<{ children: ReactNode }> {
  /** Called while React renders, before it changes the document. */
  static getDerivedStateFromError(error: unknown) {
    releasePage(error)
    return {}
  }

  override state = {}

  override componentDidMount() {
    owner = 'react'
    shownAddress = currentAddress()
  }

  override componentDidUpdate() {
    shownAddress = currentAddress()
  }

  override render() {
    return owner === 'released' ? null : this.props.children
  }
}

function currentAddress() {
  return location.pathname + location.search
}

/** Takes the page from React, once. */
function releasePage(error: unknown) {
  const page = document.getElementById(pageId)
  if (owner === 'released' || !page) return
  const wasHydrated = owner === 'react'
  owner = 'released'
  keepPage(page, wasHydrated)
  window.reportScriptFailure?.(wasHydrated ? 'run' : 'hydrate', error)
  window.__remixRouter?.dispose()
  resolveReleased(wasHydrated)
  // After a navigation, only the server has the screen of the address.
  const address = shownAddress ?? currentAddress()
  const reloadElsewhere = () => {
    if (currentAddress() !== address) location.reload()
  }
  reloadElsewhere()
  addEventListener('popstate', reloadElsewhere)
}

/**
 * Replaces React's container by an element unknown to React: with the server's own nodes if React
 * has not adopted them, otherwise with copies, since React is about to change its nodes.
 */
function keepPage(page: HTMLElement, isCopy: boolean) {
  const focused = document.activeElement
  const path = focused && page.contains(focused) ? pathTo(focused, page) : null
  const kept = page.cloneNode(isCopy) as typeof page
  if (isCopy) copyChoices(page, kept)
  else kept.append(...page.childNodes)
  page.replaceWith(kept)
  let target: Element | undefined = kept
  for (const at of path ?? []) target = target?.children[at]
  if (path && target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** Copies the selection of select fields, which cloning loses. */
function copyChoices(from: HTMLElement, to: HTMLElement) {
  const copies = to.querySelectorAll('select')
  for (const [at, select] of from.querySelectorAll('select').entries()) {
    const copy = copies[at]
    if (copy) copy.selectedIndex = select.selectedIndex
  }
}

/** Returns the child indexes that lead from the root to an element, outermost first. */
function pathTo(element: Element, root: Element): number[] {
  const { parentElement } = element
  if (element === root || !parentElement) return []
  return [...pathTo(parentElement, root), [...parentElement.children].indexOf(element)]
}
