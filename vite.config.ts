import { vitePlugin as remix } from '@remix-run/dev'
import customMedia from 'postcss-custom-media'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { chunkContents } from './scripts/chunk-contents.ts'
import { chunkOf } from './scripts/client-chunks.ts'
import { compressedFiles } from './scripts/compressed-files.ts'
import { leanLibraries } from './app/framework/lean-libraries.ts'
import { readConfigOrStop } from './server/config.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    leanLibraries(remixConfig?.future ?? {}),
    chunkContents(),
    compressedFiles('build/client'),
  ],
  // Breakpoints are tokens (app/styles/tokens.css), which browsers cannot read in a media query yet.
  css: { postcss: { plugins: [customMedia()] } },
  ...(command === 'serve' && {
    server: { port: readConfigOrStop().port, strictPort: true },
  }),
  // Left to look for what a browser needs, Vite would try the server's libraries too.
  optimizeDeps: {
    noDiscovery: true,
    include: ['i18next', 'react-i18next', 'remix-i18next/client', 'remix-i18next/react'],
  },
  // Taken in whole, it would bring its messages in fifty languages.
  ssr: { noExternal: ['zod'] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The server build has five doors: our host, the content service alone, the process that makes
    // pictures, the thread that reads content, and Remix's own (server-build.js, which the stock
    // remix-serve runs). They share their modules.
    ...(isSsrBuild && {
      rollupOptions: {
        input: [
          './server/main.ts',
          './server/content-service/content-service.ts',
          './server/images/encoder/encoder-program.ts',
          './server/content/reading/reading-worker.ts',
        ],
      },
    }),
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: chunkOf } } }),
    assetsInlineLimit: 0,
  },
}))
