/**
 * Files of posts may change under the same name, but rarely do: fresh for an hour, stale for a day while
 * revalidating.
 */
export const fileCacheControl = 'public, max-age=3600, stale-while-revalidate=86400'

/** For a file opened on its own: no scripts, and an origin of its own. */
export const unshownPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * For a PDF. Its viewer is a page that the browser makes around it: with `sandbox` or a `default-src` Safari's
 * engine shows an empty box.
 */
export const pdfPolicy = "frame-ancestors 'none'; object-src 'none'; script-src 'none'"
