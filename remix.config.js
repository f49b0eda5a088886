/**
 * Remix's options, in Remix's own place; vite.config.ts hands them to the Vite plugin.
 *
 * Two future flags stay off on purpose: v3_singleFetch (its pinned decoder has open advisories)
 * and v3_lazyRouteDiscovery (one GET of its manifest can hold the event loop for seconds).
 * With single fetch off, `?_data=` answers plain JSON.
 *
 * @type {Parameters<typeof import('@remix-run/dev').vitePlugin>[0]}
 */
export default {
  serverBuildFile: '[name].js',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
}
