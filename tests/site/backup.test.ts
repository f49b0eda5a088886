import {
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import { create, extract } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { Outbox } from '../../server/enquiries/outbox/outbox.ts'
import { outboxOf } from '../../server/enquiries/outbox/outbox-file.ts'
import { makeFolder, preloaded, runCommand } from '../support/backup-commands.ts'
import { eventually } from '../support/eventually.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { startSite } from '../support/site-host.ts'
import { startSiteProcess } from '../support/site-process.ts'
import type { Payload } from '../support/send-through-kills.ts'
import { isWholeRun } from '../support/test-size.ts'

/** Enquiries: how many are sent, until the backup is done; more than `most` are over the limit of all clients. */
const [least, most] = [isWholeRun ? 180 : 30, 190]
const perSecond = 50
/** How many the receiver accepts before it fails. */
const delivered = least / 3

function webhookTo(url: string) {
  return {
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
  }
}

async function sendEnquiry(url: string, at: number) {
  const body = new FormData()
  body.append('form', issueFormToken('only-for-the-tests', Date.now() - 10_000))
  body.append('name', 'Amal')
  body.append('phone', '+966501234567')
  body.append('message', `number ${at}`)
  if (at % 5 === 0) body.append('files', new File([`file ${at}`], `${at}.txt`))
  // A busy machine answers 429 to some of so many files at once, and their visitors send them again.
  await eventually(async () => {
    const options = { method: 'POST', body, redirect: 'manual' } as const
    expect((await fetch(`${url}/enquiry`, options)).status).toBe(303)
  })
}

function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

test('a backup made while enquiries arrive, restored elsewhere: what waited in it is delivered once, with its files', async () => {
  let calls = 0
  const receiver = await startRecordingApi((response) => {
    calls += 1
    response.writeHead(calls > delivered ? 503 : 204).end()
  })
  const [dataDir, content, brand] = [makeFolder(), makeFolder(), makeFolder()]
  writeFileSync(path.join(content, 'about.yaml'), 'about')
  mkdirSync(path.join(brand, 'icons'))
  writeFileSync(path.join(brand, 'icons', 'mark.svg'), '<svg/>')
  mkdirSync(path.dirname(outboxOf(dataDir)))
  writeFileSync(`${outboxOf(dataDir)}.set-aside-20260101T000000000Z`, 'damaged')
  const site = await startSiteProcess({ ...webhookTo(receiver.url), DATA_DIR: dataDir })
  onTestFinished(() => site.stop().catch(() => undefined))

  const file = path.join(makeFolder(), 'site.tar.gz')
  const own = { CONTENT_DIR: content, BRAND_DIR: brand, SECRET: 'a secret that nobody may read' }
  let isDone = false
  const backup = receiver.arrived(delivered + 1).then(async () => {
    const done = await runCommand('backup', file, { DATA_DIR: dataDir, ...own })
    isDone = true
    return done
  })
  const sent: Promise<void>[] = []
  while (sent.length < least || (!isDone && sent.length < most)) {
    sent.push(sendEnquiry(site.url, sent.length))
    await wait(1000 / perSecond)
  }
  expect(await backup).toMatchObject({ stderr: '' })
  await Promise.all(sent)
  site.signal('SIGKILL')
  await site.ended()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).not.toContain('backup')

  const [restored, newContent, newBrand] = [makeFolder(), makeFolder(), makeFolder()]
  const settings = { DATA_DIR: restored, CONTENT_DIR: newContent, BRAND_DIR: newBrand }
  const { stdout } = await runCommand('restore', file, settings)
  expect(stdout).toContain('not here: SECRET.')
  expect(stdout).not.toContain(own.SECRET)
  expect([filesIn(newContent), filesIn(newBrand)]).toEqual([['about.yaml'], ['mark.svg']])
  expect(filesIn(restored)).toContain('outbox.db.set-aside-20260101T000000000Z')
  expect(statSync(outboxOf(restored)).mode & 0o777).toBe(0o600)
  const outbox = new Outbox(outboxOf(restored), 2 ** 30)
  const waiting = outbox.list(most, 'waiting').map(({ reference }) => reference)
  expect(waiting.length).toBeGreaterThan(0)
  expect(outbox.list(most, 'delivered')).toHaveLength(delivered)
  outbox.close()
  expect(stdout).toContain(`${waiting.length} enquiries wait`)

  const newReceiver = await startRecordingApi((response) => response.writeHead(204).end())
  const newSite = await startSite({ ...webhookTo(newReceiver.url), DATA_DIR: restored })
  onTestFinished(() => newSite.stop())
  await newReceiver.arrived(waiting.length)
  // Nothing is left that could be sent, once one that comes after all others was delivered.
  await sendEnquiry(newSite.url, most)
  const requests = await newReceiver.arrived(waiting.length + 1)
  const payloads = requests.map(({ body }): Payload => JSON.parse(body.toString()))
  expect(payloads.pop()?.message).toBe(`number ${most}`)
  expect(payloads.map(({ reference }) => reference).toSorted()).toEqual(waiting.toSorted())
  for (const { message, files } of payloads) {
    const texts = files.map(async ({ url }) => (await fetch(url)).text())
    const at = Number(message.replace('number ', ''))
    expect(await Promise.all(texts)).toEqual(at % 5 === 0 ? [`file ${at}`] : [])
  }
}, 120_000)

test('a backup or restoration that cannot be done says why in one line, and changes nothing', async () => {
  const [dataDir, folder] = [makeFolder(), makeFolder()]
  const file = path.join(folder, 'site.tar.gz')
  new Outbox(outboxOf(dataDir), 2 ** 30).close()
  const expectFailure = async (done: ReturnType<typeof runCommand>, reason: RegExp) => {
    const { code, stdout, stderr } = await done
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(reason)
    expect(stderr.trimEnd()).not.toContain('\n')
  }
  const backUp = (name = file) => runCommand('backup', name, { DATA_DIR: dataDir })
  await backUp()
  const bytes = readFileSync(file)
  await expectFailure(backUp(), /exists/)
  expect(readFileSync(file)).toEqual(bytes)
  await expectFailure(runCommand('restore', file, { DATA_DIR: dataDir }), /outbox\.db exists/)

  const empty = { DATA_DIR: path.join(makeFolder(), 'data') }
  const broken = path.join(folder, 'broken.tar.gz')
  writeFileSync(broken, bytes.subarray(0, bytes.length / 2))
  await expectFailure(runCommand('restore', broken, empty), /cannot be unpacked/)
  writeFileSync(path.join(folder, 'settings.txt'), '')
  for (const outside of ['../settings.txt', path.join(folder, 'settings.txt')]) {
    const archive = path.join(makeFolder(), 'outside.tar')
    mkdirSync(path.join(folder, 'in'), { recursive: true })
    const cwd = path.join(folder, 'in')
    await create({ file: archive, cwd, preservePaths: true }, [outside])
    await expectFailure(runCommand('restore', archive, empty), /cannot be unpacked.*path/)
  }
  const database = new Database(outboxOf(dataDir))
  database.exec('PRAGMA user_version = 99')
  database.close()
  await backUp(path.join(folder, 'newer.tar.gz'))
  const newer = runCommand('restore', path.join(folder, 'newer.tar.gz'), empty)
  await expectFailure(newer, /Nothing was restored.*newer version/)
  expect(filesIn(empty.DATA_DIR)).toEqual([])
})

/** A content folder with second names, links within it, and one to a folder beside it. */
function makeLinkedContent() {
  const [content, pictures] = [makeFolder(), makeFolder()]
  writeFileSync(path.join(pictures, 'a.png'), 'picture')
  mkdirSync(path.join(content, 'files'))
  const inFiles = (name: string) => path.join(content, 'files', name)
  writeFileSync(inFiles('one.txt'), 'one')
  linkSync(inFiles('one.txt'), inFiles('second name.txt'))
  symlinkSync('one.txt', inFiles('link.txt'))
  symlinkSync(pictures, path.join(content, 'images'))
  return { content, pictures }
}

const linkedFiles = ['files/link.txt', 'files/one.txt', 'files/second name.txt', 'images/a.png']
const textsIn = (folder: string) =>
  linkedFiles.map((name) => readFileSync(path.join(folder, name), 'utf8'))

test('F60 content with links and second names is restored whole, or the backup says what it lacks', async () => {
  const { content, pictures } = makeLinkedContent()
  const [dataDir, folder, restored] = [makeFolder(), makeFolder(), makeFolder()]
  const own = { DATA_DIR: dataDir, CONTENT_DIR: content }
  const part = await runCommand('backup', path.join(folder, 'part.tar.gz'), own)
  expect(part).toMatchObject({ code: 1, stdout: '' })
  expect(part.stderr).toMatch(
    /part\.tar\.gz was written, but lacks content\/images .*CONTENT_LINKS/,
  )
  const file = path.join(folder, 'whole.tar.gz')
  const { stdout } = await runCommand('backup', file, { ...own, CONTENT_LINKS: pictures })
  expect(stdout).toContain('content: 4 files')

  const elsewhere = { DATA_DIR: makeFolder(), CONTENT_DIR: restored }
  const killed = { ...elsewhere, ...preloaded, KILLED_AT: 'files' }
  expect(await runCommand('restore', file, killed)).toMatchObject({ signal: 'SIGKILL' })
  expect(await runCommand('restore', file, elsewhere)).toMatchObject({ stderr: '' })
  expect(textsIn(restored)).toEqual(['one', 'one', 'one', 'picture'])
})

test('F60 an archive that is not as it was saved restores nothing; one of an earlier version says what it lacks', async () => {
  const { content, pictures } = makeLinkedContent()
  const [folder, unpacked] = [makeFolder(), makeFolder()]
  const file = path.join(folder, 'site.tar.gz')
  const own = { CONTENT_DIR: content, CONTENT_LINKS: pictures }
  await runCommand('backup', file, { DATA_DIR: makeFolder(), ...own })
  await extract({ file, cwd: unpacked })
  writeFileSync(path.join(unpacked, 'content/files/one.txt'), 'two')
  writeFileSync(path.join(unpacked, 'content/files/added.txt'), 'more')
  const changed = path.join(folder, 'changed.tar')
  await create({ file: changed, cwd: unpacked }, ['.'])
  const restored = makeFolder()
  const elsewhere = { DATA_DIR: makeFolder(), CONTENT_DIR: restored }
  const { code, stderr } = await runCommand('restore', changed, elsewhere)
  expect([code, readdirSync(restored)]).toEqual([1, []])
  expect(stderr).toMatch(
    /^Nothing was restored.* content\/files\/one\.txt; content\/files\/added\.txt\.\n$/,
  )

  const older = makeFolder()
  cpSync(content, path.join(older, 'content'), { recursive: true, verbatimSymlinks: true })
  linkSync(path.join(older, 'content/files/one.txt'), path.join(older, 'content/files/hard.txt'))
  writeFileSync(path.join(older, 'settings.txt'), '')
  await create({ file: path.join(folder, 'older.tar'), cwd: older }, ['.'])
  const { stdout } = await runCommand('restore', path.join(folder, 'older.tar'), elsewhere)
  expect(stdout).toContain('An earlier version made it')
  expect(stdout).toContain('Not in it: ./content/files/link.txt, ')
  expect(readdirSync(path.join(restored, 'files')).sort()).toEqual([
    'hard.txt',
    'one.txt',
    'second name.txt',
  ])
})
