import { defineConfig } from 'playwright/test'
import { findBrowser } from './scripts/browser.mjs'

export default defineConfig({
  // Tests with the tag @long run with npm run test:long alone; those with @sized run there at their whole size.
  projects: [
    { name: 'browser', testDir: 'tests/browser', grepInvert: /@long/ },
    { name: 'long', testDir: 'tests', grep: /@long|@sized|long\/[\w-]+\.spec/ },
  ],
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/{arg}{ext}',
  globalSetup: './tests/support/start-site.ts',
  // One more than processors: tests wait for a good part of their time.
  workers: 3,
  retries: 0,
  // Busy machines are slow; a page that hangs still ends its test.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env['SITE_URL'],
    // What a service worker handles, tests would not see: those of the worker allow it.
    serviceWorkers: 'block',
    trace: 'off',
    video: 'off',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
