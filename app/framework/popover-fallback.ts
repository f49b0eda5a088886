/** Selects popovers that are open, by the browser or by the script below. */
export const openPopover = ':is(:popover-open, [data-open])'

/**
 * Opens and closes popovers in browsers that have none (Chrome before 114, Safari before 17, Firefox before
 * 125). Runs in the head, before the first paint and in browsers that hydrate nothing: the stylesheet hides
 * closed popovers only where this has run. An open one has `data-open`.
 *
 * A string and not a compiled function, because its hash is part of the content security policy.
 */
export const popoverFallbackScript = `if (!('popover' in HTMLElement.prototype)) (function () {
  function isOpen(popover) { return popover.hasAttribute('data-open') }
  function openerOf(popover) { return document.querySelector('[popovertarget="' + popover.id + '"]:not([popovertargetaction])') }
  function set(popover, open) {
    popover.toggleAttribute('data-open', open)
    var opener = openerOf(popover)
    if (opener) opener.setAttribute('aria-expanded', String(open))
    if (open) popover.scrollIntoView()
    else if (opener && popover.contains(document.activeElement)) opener.focus()
  }
  document.documentElement.setAttribute('data-popovers', 'script')
  HTMLElement.prototype.hidePopover = function () { set(this, false) }
  document.addEventListener('click', function (event) {
    var button = event.target.closest('[popovertarget]')
    var popover = button && document.getElementById(button.getAttribute('popovertarget'))
    if (popover) set(popover, button.getAttribute('popovertargetaction') !== 'hide' && !isOpen(popover))
  })
  addEventListener('keydown', function (event) {
    var popover = document.querySelector('[popover][data-open]')
    if (popover && event.key === 'Escape' && !event.defaultPrevented) set(popover, false)
  })
})()`
