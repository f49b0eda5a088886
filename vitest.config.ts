import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: ['tests/{unit,loaders,faults,site}/**/*.test.{ts,tsx}'],
    environment: 'node',
    env: { LOG_LEVEL: 'silent' },
    globalSetup: ['tests/support/data-root.ts'],
    setupFiles: ['tests/support/own-data-folder.ts', 'tests/support/fail-on-noise.ts'],
    watch: false,
    pool: 'forks',
    isolate: true,
    minWorkers: 1,
    maxWorkers: 2,
  },
})
