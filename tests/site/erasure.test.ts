import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { personalPlaces } from '../../server/enquiries/personal-data.ts'
import { createSite } from '../../server/site.ts'
import { makeFolder, preloaded, runCommand } from '../support/backup-commands.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess } from '../support/site-process.ts'

/** A word that nobody but the visitor of this test writes. */
const canary = 'Quetzalcoatl'

const secret = 'only-for-the-tests'

async function send(url: string, fields: Record<string, string>) {
  const body = new FormData()
  const form = issueFormToken(secret, Date.now() - 10_000)
  for (const [name, value] of Object.entries({ form, ...fields })) body.append(name, value)
  body.append('files', new File([`file of ${canary}`], `${canary}.txt`))
  return (await fetch(`${url}/enquiry`, { method: 'POST', body, redirect: 'manual' })).status
}

/** The names of the files below a folder that have the canary. */
function filesWithCanary(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    try {
      return readFileSync(path.join(folder, name)).includes(canary)
    } catch {
      return false // A folder, or gone meanwhile.
    }
  })
}

/** The places of the list that have the canary. */
function placesWithCanary(folder: string) {
  const places = filesWithCanary(folder).map((name) => {
    const known = Object.entries(personalPlaces).filter(([, place]) => name.startsWith(place.path))
    return known.at(-1)?.[0] ?? name
  })
  return [...new Set(places)].sort()
}

test('F62 what a visitor wrote is erased on time, wherever a killed delivery, backup or restoration has left it', async () => {
  collectLog()
  let isUp = false
  const receiver = await startRecordingApi((response) => {
    if (isUp) response.writeHead(204).end()
    else site.signal('SIGKILL')
  })
  const [dataDir, restored] = [makeFolder(), makeFolder()]
  const settings = {
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: receiver.url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
    CONTENT_DIR: makeFolder(),
    SECRET: secret,
  }
  const site = await startSiteProcess({ ...settings, DATA_DIR: dataDir })
  /** Starts a site on a folder that another one has left, some time later. */
  const startLater = (ms: number, folder: string) => {
    vi.setSystemTime(Date.now() + ms)
    const started = createSite(parseConfig({ ...settings, DATA_DIR: folder }))
    onTestFinished(started.close)
    return started
  }
  onTestFinished(() => void vi.useRealTimers())
  const visitor = { name: canary, company: canary, city: canary, message: canary }
  // A form that comes back leaves its file.
  expect(await send(site.url, { ...visitor, email: canary })).toBe(422)
  expect(await send(site.url, { ...visitor, email: `${canary}@visitor.example` })).toBe(303)
  await receiver.arrived(1)
  await site.ended()

  const file = path.join(makeFolder(), 'site.tar.gz')
  await runCommand('backup', file, { DATA_DIR: dataDir })
  const inside = path.join(dataDir, 'own.tar.gz')
  const backup = { DATA_DIR: dataDir, ...preloaded, KILLED_AT: 'own.tar.gz' }
  expect(await runCommand('backup', inside, backup)).toMatchObject({ signal: 'SIGKILL' })
  const restore = { DATA_DIR: restored, ...preloaded, KILLED_AT: 'outbox.db' }
  expect(await runCommand('restore', file, restore)).toMatchObject({ signal: 'SIGKILL' })
  expect(placesWithCanary(dataDir)).toEqual(['backup', 'files', 'outbox'])
  expect(placesWithCanary(restored)).toEqual(['files', 'restore'])

  // A stage that is a moment old may belong to a running backup. The lease of the killed delivery has ended.
  isUp = true
  const next = startLater(20_000, dataDir)
  await receiver.arrived(2)
  await next.close()
  expect(placesWithCanary(dataDir)).toEqual(['backup', 'files', 'outbox'])
  expect(existsSync(`${inside}.part`)).toBe(true)

  startLater(31 * 24 * 60 * 60 * 1000, dataDir)
  startLater(0, restored)
  await eventually(() => {
    expect([...filesWithCanary(dataDir), ...filesWithCanary(restored)]).toEqual([])
    expect(existsSync(`${inside}.part`)).toBe(false)
  })
}, 120_000)
