import { vitePlugin as remix } from '@remix-run/dev'
import customMedia from 'postcss-custom-media'
import { defineConfig } from 'vite'
import { tsImport } from 'tsx/esm/api'
import remixConfig from './remix.config.js'
import { buildTargets } from './scripts/browser-floor.js'
import { chunkContents } from './scripts/chunk-contents.ts'
import { chunkOf } from './scripts/client-chunks.ts'
import { compressedFiles } from './scripts/compressed-files.ts'
import { containerFallback } from './scripts/container-fallback.ts'
import { runtimeFiles } from './scripts/runtime-files.ts'
import { patchedLibraries } from './app/framework/patched-libraries.ts'
import type * as Config from './server/config.ts'

/** Reads PORT as the site does. Node alone cannot load the sources of our packages. */
async function portOfSite() {
  const { readConfigOrStop } = (await tsImport(
    './server/config.ts',
    import.meta.url,
  )) as typeof Config
  return readConfigOrStop().port
}

export default defineConfig(async ({ command, isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    patchedLibraries(remixConfig?.future ?? {}),
    chunkContents(),
    compressedFiles('build/client'),
    runtimeFiles('build'),
  ],
  // Breakpoints are tokens (app/styles/tokens.css), which browsers cannot read in a media query yet.
  css: { postcss: { plugins: [customMedia(), containerFallback()] } },
  ...(command === 'serve' && {
    server: { port: await portOfSite(), strictPort: true },
  }),
  // Discovery would also optimise server-only dependencies.
  optimizeDeps: {
    noDiscovery: true,
    include: ['react-dom', 'react-router-dom'],
  },
  // Bundled, so that tree shaking drops messages in fifty languages, and forms of the metadata.
  ssr: { noExternal: ['zod', 'libphonenumber-js'] },
  build: {
    target: isSsrBuild ? 'node20' : buildTargets,
    // Both builds need the same: the server's names the client's stylesheets by a hash of what is in them.
    cssTarget: buildTargets,
    // A part that is loaded later needs hardly anything that its page does not have yet.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // The server build has fifteen entry points, which share modules: our host, the site that it runs, the standalone content
    // service, the check of an installation (npm run doctor), backup and restoration, the processes that encode images and make sheets, the threads that read
    // content and the content folder, write and read the search index, read lists, store enquiries and write Markdown,
    // and Remix's own (server-build.js, which the stock remix-serve runs).
    ...(isSsrBuild && {
      rollupOptions: {
        // Node reads each source map at the start, twice as fast without the sources.
        output: { sourcemapExcludeSources: true },
        input: [
          './server/main.ts',
          './server/run-site.ts',
          './packages/content-folder/service/content-service.ts',
          './packages/content-folder/folder/folder-worker.ts',
          './server/doctor/doctor.ts',
          './server/backup/backup.ts',
          './server/backup/restore.ts',
          './server/files/pictures/encoder-program.ts',
          './server/files/sheets/sheet-program.ts',
          './server/content/parse/parse-worker.ts',
          './packages/product-search/search-worker.ts',
          './packages/product-search/question-worker.ts',
          './server/quick-list/list-worker.ts',
          './server/quick-list/document-program.ts',
          './server/enquiries/outbox/outbox-worker.ts',
          './app/markdown/markdown-worker.server.ts',
        ],
      },
    }),
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf } } }),
    assetsInlineLimit: 0,
    // So that stacks in the log name source files and lines. Visitors' scripts have none.
    sourcemap: isSsrBuild === true,
  },
}))
