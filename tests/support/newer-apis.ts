import type { Page } from 'playwright/test'

/**
 * What the oldest supported browsers lack and newer ones have, as paths from `globalThis`, and what some of
 * the newest still lack.
 */
export const newerApis = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  'Array.prototype.findLast',
  'Array.prototype.findLastIndex',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'CSS.registerProperty',
  'Document.prototype.startViewTransition',
  'Element.prototype.checkVisibility',
  'Element.prototype.getHTML',
  'Element.prototype.setHTMLUnsafe',
  'HTMLDialogElement.prototype.requestClose',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.inert',
  'HTMLElement.prototype.popover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'HTMLFormElement.prototype.requestSubmit',
  'Intl.DurationFormat',
  'Intl.Segmenter',
  'Iterator',
  'Map.groupBy',
  'Navigator.prototype.clipboard',
  'Navigator.prototype.connection',
  'Navigator.prototype.deviceMemory',
  'Navigator.prototype.globalPrivacyControl',
  'Navigator.prototype.locks',
  'Navigator.prototype.share',
  'Navigator.prototype.userActivation',
  'Navigator.prototype.userAgentData',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.isSubsetOf',
  'Set.prototype.union',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'URL.canParse',
  'URL.parse',
  'cookieStore',
  'crypto.randomUUID',
  'navigation',
  'requestIdleCallback',
  'scheduler',
]

/** Removes APIs from all documents that the page will load. */
export function removeApis(page: Page, apis: string[]) {
  return page.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      const owner = names.reduce<object | undefined>(
        (object, name) => Reflect.get(object ?? {}, name) as object | undefined,
        globalThis,
      )
      // Of `crypto` the prototype has the methods.
      for (let place = owner; place; place = Reflect.getPrototypeOf(place) ?? undefined) {
        Reflect.deleteProperty(place, last)
      }
    }
  }, apis)
}
