import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

// Each test file has its own data folder. Set before anything reads the environment.
process.env['DATA_DIR'] = mkdtempSync(path.join(inject('dataRoot'), 'file-'))

// Only tests of the search need content that nobody has asked for.
process.env['SEARCH_CRAWL_PER_S'] ??= '0'
