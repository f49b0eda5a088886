import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

// Each test file keeps its data in a folder of its own. Set before anything reads the environment.
const folder = mkdtempSync(path.join(tmpdir(), 'site-data-'))
process.env['DATA_DIR'] = folder

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
