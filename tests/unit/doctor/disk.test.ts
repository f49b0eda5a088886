import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { checkDisk } from '../../../server/doctor/disk.ts'

const checkFolder = (folder: string) => checkDisk(parseConfig({ DATA_DIR: folder }))

test('a folder that is not there yet can be created, and is not', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const [writable] = await checkFolder(path.join(parent, 'a', 'data'))
  expect(writable).toMatchObject({ level: 'ok', subject: 'DATA_DIR' })
  expect(readdirSync(parent)).toEqual([])
})

test('a folder that can be written to is left as it was', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  expect((await checkFolder(folder))[0]?.level).toBe('ok')
  expect(readdirSync(folder)).toEqual([])
})

test('a file in place of the folder is an error', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'doctor-')), 'data')
  writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'data')]) {
    expect(await checkFolder(folder)).toMatchObject([
      { level: 'error', text: expect.stringContaining('is not a folder') },
    ])
  }
})

test.skipIf(!existsSync('/dev/shm'))('a folder in memory is warned of', async () => {
  const findings = await checkFolder('/dev/shm/site-data')
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringContaining('in memory (tmpfs)'),
    }),
  )
})
