import type { EntryContext } from '@remix-run/node'

/**
 * Remix writes the data that a page was made of into the page, for its script. The products menu
 * stands in the page already, and the script keeps it from there (products-panel.tsx).
 * @param context what Remix hands to the entry
 * @returns the same, without the menu in what goes to the script
 */
export function sendMenuOnce(context: EntryContext): EntryContext {
  const frame: unknown = context.staticHandlerContext.loaderData['root']
  if (typeof frame !== 'object' || frame === null || !('productMenu' in frame)) return context
  const menu = escapeHtml(JSON.stringify(frame.productMenu))
  const serverHandoffString = context.serverHandoffString?.replace(
    `"productMenu":${menu}`,
    '"productMenu":[]',
  )
  return { ...context, serverHandoffString }
}

/** As Remix writes JSON into a script. */
function escapeHtml(json: string) {
  return json.replace(
    /[&><\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
