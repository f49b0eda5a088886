import { Component, type ReactNode } from 'react'

declare global {
  interface Window {
    /** Tells the site that its script has failed; defined by the page's inline script (page-scripts.tsx). */
    reportScriptFailure?: (phase: 'load' | 'hydrate' | 'run', error: unknown) => void
    __remixRouter?: { dispose: () => void }
  }
}

/** The id of the element that React hydrates. Everything around it belongs to the server's document. */
export const pageId = 'page'

/** Who has the page in the browser: at first the server's HTML, then React, and after a failure the HTML again. */
let owner: 'server' | 'react' | 'released' = 'server'

/** The path and query whose screen React has rendered last. */
let shownAddress: string | undefined

let resolveReleased: (wasHydrated: boolean) => void = () => undefined

/** Resolves when React has lost the page, with whether it had it at all. Its root can be unmounted then. */
export const released = new Promise<boolean>((resolve) => {
  resolveReleased = resolve
})

/**
 * Makes sure that a page is never worse after its script ran. When anything throws while React hydrates the page,
 * renders it or runs its effects, or when the page is not what the server sent, the visitor keeps it as plain HTML:
 * its text, its links, and its forms with what was typed.
 */
export class PageBoundary extends Component<{ children: ReactNode }> {
  /** React calls it while it renders, before it changes the document. */
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

/** Takes the page from React; does nothing the second time. */
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
 * Replaces the element that React renders into by one that React does not know: with the server's own nodes, as long
 * as React has not adopted them, else with copies, since React is about to change its nodes.
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

/** Copies of fields have what was typed into them, but those of lists not what was chosen. */
function copyChoices(from: HTMLElement, to: HTMLElement) {
  const copies = to.querySelectorAll('select')
  for (const [at, select] of from.querySelectorAll('select').entries()) {
    const copy = copies[at]
    if (copy) copy.selectedIndex = select.selectedIndex
  }
}

/** The places of an element and its ancestors among their siblings, outermost first. */
function pathTo(element: Element, root: Element): number[] {
  const { parentElement } = element
  if (element === root || !parentElement) return []
  return [...pathTo(parentElement, root), [...parentElement.children].indexOf(element)]
}
