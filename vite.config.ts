import { vitePlugin as remix } from '@remix-run/dev'
import customMedia from 'postcss-custom-media'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { readConfigOrStop } from './server/config.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  // Breakpoints are tokens (app/styles/tokens.css), which browsers cannot read in a media query yet.
  css: { postcss: { plugins: [customMedia()] } },
  ...(command === 'serve' && {
    server: { port: readConfigOrStop().port, strictPort: true },
  }),
  build: {
    target: 'es2022',
    // The server build has four doors: our host, the content service alone, the process that makes
    // pictures, and Remix's own (server-build.js, which the stock remix-serve runs). They share
    // their modules.
    ...(isSsrBuild && {
      rollupOptions: {
        input: [
          './server/main.ts',
          './server/content-service/content-service.ts',
          './server/http/images/encoder-program.ts',
        ],
      },
    }),
    assetsInlineLimit: 0,
  },
}))
