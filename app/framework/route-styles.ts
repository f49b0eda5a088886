/**
 * Loads the stylesheets of a screen that few visitors need (`styles` of its route's handle). The route's module awaits
 * them, so that the router shows no screen without its styles; a page that is opened has them in its head (root.tsx).
 */
export async function loadStyles(hrefs: readonly string[]) {
  if (import.meta.env.SSR) return
  await Promise.all(hrefs.map(loadStyle))
}

async function loadStyle(href: string) {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return
  await new Promise((resolve) => {
    // Without its styles a screen is plain, and whole.
    const listeners = { onload: resolve, onerror: resolve }
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'stylesheet', href, ...listeners }))
  })
}
