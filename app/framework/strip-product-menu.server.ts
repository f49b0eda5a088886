import type { EntryContext } from '@remix-run/node'

/**
 * Removes the product menu from the hydration data that Remix writes into the page: the browser
 * reads the menu from the server's HTML instead (product-menu.tsx).
 * @param context as Remix passes it to the server entry
 * @returns a copy whose hydration data has an empty menu
 */
export function stripProductMenu(context: EntryContext): EntryContext {
  const frame: unknown = context.staticHandlerContext.loaderData['root']
  if (typeof frame !== 'object' || frame === null || !('productMenu' in frame)) return context
  const menu = escapeHtml(JSON.stringify(frame.productMenu))
  const serverHandoffString = context.serverHandoffString?.replace(
    `"productMenu":${menu}`,
    '"productMenu":[]',
  )
  return { ...context, serverHandoffString }
}

/** Escapes JSON exactly as Remix does in its hydration script. */
function escapeHtml(json: string) {
  return json.replace(
    /[&><\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
