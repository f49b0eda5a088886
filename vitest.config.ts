import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/{unit,loaders,faults,site}/**/*.test.{ts,tsx}'],
    environment: 'node',
    env: { LOG_LEVEL: 'silent' },
    globalSetup: ['tests/support/data-root.ts'],
    setupFiles: ['tests/support/own-data-folder.ts', 'tests/support/fail-on-noise.ts'],
    watch: false,
    // Busy machines are slow; a test that hangs still ends.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Tests that wait for the same faulty service mostly wait.
    maxConcurrency: 8,
    pool: 'forks',
    isolate: true,
    minWorkers: 1,
    maxWorkers: 2,
  },
})
