import { defineConfig } from 'vitest/config'
import { isWholeRun } from './tests/support/test-size.ts'

/** Threads of a run; scripts/check.mjs has numbers for each suite. */
const threads = 2

/** A suite whose test files are clients of sites on one content service. */
function suite(name: string, ownSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      globalSetup: ['tests/support/content-service.ts', 'tests/support/site-host.ts', ...ownSetup],
    },
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    env: { LOG_LEVEL: 'silent' },
    globalSetup: ['tests/support/data-root.ts'],
    setupFiles: ['tests/support/own-data-folder.ts', 'tests/support/fail-on-noise.ts'],
    watch: false,
    pool: 'threads',
    // Busy machines are slow, and a whole run takes 24 times the cases; a test that hangs still ends.
    testTimeout: isWholeRun ? 300_000 : 60_000,
    hookTimeout: isWholeRun ? 300_000 : 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Tests that wait for the same faulty service mostly wait.
    maxConcurrency: 8,
    poolOptions: {
      // Modules are loaded once for all files of a thread; vitest reads this setting here, not in a project. With fewer
      // threads at least than at most, its pool ends an idle one twice, which is an unhandled rejection.
      threads: { minThreads: threads, maxThreads: threads, isolate: false },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,packages,server,tests/unit}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'loaders',
          include: ['tests/loaders/**/*.test.ts'],
          // One site for all files of a thread, with all its content in the search index.
          env: { SEARCH_CRAWL_PER_S: '1000' },
        },
      },
      suite('faults'),
      suite('site', ['tests/support/default-site.ts']),
      suite('long', ['tests/support/default-site.ts']),
    ],
  },
})
