import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { canUseApt, findFailure, installCommands } from '../../scripts/debian.mjs'
import { fetchPinnedFile } from '../../scripts/pinned-file.mjs'
import { screenAddresses } from '../support/screens.ts'
import { startSite } from '../support/site-host.ts'

const checker = [
  'vnu-jar@26.9.27',
  'sha512-TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==',
  'build/dist/vnu.jar',
] as const

const hasJava = () => spawnSync('java', ['-version']).status === 0

interface Message {
  type: 'error' | 'info' | 'non-document-error'
  url?: string
  message: string
  extract?: string
}

/** Screens with something in them. */
const filled = [
  '/search?q=TM63',
  '/products/mcb?spec.poles=2&view=table',
  '/compare?ids=tm63-1p-c,tm63-2p-c,tx160-3p',
  '/quote-list?items=tm63-1p-c:2,tm63-2p-c:3',
  '/product-details/tsm-620?code=TSM-620',
]

test('every screen in both languages is valid HTML for the Nu checker', async ({ skip }) => {
  if (!hasJava() && canUseApt()) findFailure(installCommands(['default-jre-headless']))
  if (!hasJava()) skip('Java was not found.')
  const jar = fetchPinnedFile(...checker)
  const folder = mkdtempSync(path.join(tmpdir(), 'nu-checker-'))
  const site = await startSite()
  try {
    for (const [at, address] of [...screenAddresses, ...filled].entries()) {
      for (const language of ['Ar', 'En']) {
        const separator = address.includes('?') ? '&' : '?'
        const response = await fetch(`${site.url}${address}${separator}lang=${language}`)
        const page = path.join(
          folder,
          `${at}-${address.slice(1).replaceAll(/\W/g, '_')}-${language}.html`,
        )
        writeFileSync(page, await response.text())
      }
    }
    // The checker's messages are on the error output.
    const { stderr } = spawnSync(
      'java',
      ['-jar', jar, '--format', 'json', '--skip-non-html', folder],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    const { messages } = JSON.parse(stderr) as { messages: Message[] }
    const errors = messages.filter(({ type }) => type !== 'info')
    expect(
      errors.map(
        ({ url = '', message, extract = '' }) => `${path.basename(url)}: ${message} ${extract}`,
      ),
    ).toEqual([])
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true })
  }
}, 300_000)
