import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeFolder } from '../../../tests/support/small-sample.ts'
import { fetchPictures, type FetchPicture } from './fetch-pictures.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const site = 'https://pumps.example'
const report = () => undefined

function answer(body: Buffer | string, status = 200, headers: Record<string, string> = {}) {
  return {
    status,
    headers: new Headers(headers),
    body: (async function* () {
      yield Buffer.from(body)
    })(),
  }
}

/** A site of pictures by their paths; asked has the addresses that were requested. */
function siteOf(answers: Record<string, () => ReturnType<typeof answer>>) {
  const asked: string[] = []
  const fetch: FetchPicture = (address) => {
    asked.push(address)
    const found = answers[address.replace(site, '')]
    return Promise.resolve(found ? found() : answer('not found', 404))
  }
  return { fetch, asked }
}

const pictureAt = (at: string, name = at.slice(1)) => ({ name, address: site + at })

test('pictures are written as a whole, and those that are there are not fetched again', async () => {
  const folder = makeFolder()
  const { fetch, asked } = siteOf({
    '/a.png': () => answer(png),
    '/b.jpg': () => answer(Buffer.from('ffd8ffe0', 'hex')),
  })
  const pictures = [pictureAt('/a.png'), pictureAt('/b.jpg'), pictureAt('/c.png')]
  writeFileSync(path.join(folder, 'a'), '')
  const first = await fetchPictures(pictures, folder, { fetch, report })
  expect(first).toEqual({
    fetched: 2,
    present: 0,
    failed: [{ name: 'c.png', reason: 'the server answered 404' }],
  })
  expect(readFileSync(path.join(folder, 'images/a.png'))).toEqual(png)
  expect(readdirSync(path.join(folder, 'images')).toSorted()).toEqual(['a.png', 'b.jpg'])
  const second = await fetchPictures(pictures, folder, { fetch, report })
  expect(second).toMatchObject({ fetched: 0, present: 2 })
  expect(asked.slice(3)).toEqual([`${site}/c.png`])
})

test.each([
  [
    'a page that says it is a picture',
    () => answer('<html>', 200, { 'content-type': 'image/png' }),
    'it is no PNG',
  ],
  ['a drawing that can hold a script', () => answer('<svg xmlns="x"/>'), 'it is no PNG'],
  ['16 MB', () => answer(Buffer.concat([png, Buffer.alloc(16 * 1024 * 1024)])), 'more than 15 MB'],
  [
    'a redirect to http',
    () => answer('', 302, { location: 'http://pumps.example/b.png' }),
    'https://',
  ],
  ['a redirect to itself', () => answer('', 301, { location: '/a.png' }), 'too often'],
])('%s is not written', async (_, response, reason) => {
  const folder = makeFolder()
  const { fetch } = siteOf({ '/a.png': response })
  const { failed } = await fetchPictures([pictureAt('/a.png')], folder, { fetch, report })
  expect(failed).toEqual([{ name: 'a.png', reason: expect.stringContaining(reason) as string }])
  expect(readdirSync(path.join(folder, 'images'))).toEqual([])
})

test('a redirect to another place on https is followed', async () => {
  const { fetch } = siteOf({
    '/a.png': () => answer('', 302, { location: '/b.png' }),
    '/b.png': () => answer(png),
  })
  expect(await fetchPictures([pictureAt('/a.png')], makeFolder(), { fetch, report })).toMatchObject(
    { fetched: 1 },
  )
})

test('no name and no link leads out of images/', async () => {
  const [folder, outside] = [makeFolder(), makeFolder()]
  mkdirSync(path.join(folder, 'images'))
  symlinkSync(path.join(outside, 'new.png'), path.join(folder, 'images/link.png'))
  symlinkSync(path.join(outside, 'part.png'), path.join(folder, 'images/a.png.part'))
  const { fetch } = siteOf({ '/a.png': () => answer(png) })
  const pictures = ['link.png', '../b.png', 'a/b.png', 'a.html', 'a.png'].map((name) =>
    pictureAt('/a.png', name),
  )
  const { failed, present } = await fetchPictures(pictures, folder, { fetch, report })
  expect(failed.map(({ name }) => name)).toEqual(['../b.png', 'a/b.png', 'a.html'])
  expect(present).toBe(1)
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(path.join(folder, 'b.png'))).toBe(false)

  const other = makeFolder()
  symlinkSync(outside, path.join(other, 'images'))
  await expect(fetchPictures(pictures, other, { fetch, report })).rejects.toThrow(
    'leads out of the folder',
  )
})

test.each([
  '127.0.0.1',
  '[::1]',
  'localhost',
  '10.1.2.3',
  '169.254.169.254',
  '[::ffff:192.168.0.1]',
  '2130706433',
  '[fd00::1]',
])('an address inside the network is not requested: %s', async (host) => {
  const { failed } = await fetchPictures(
    [{ name: 'a.png', address: `https://${host}/a.png` }],
    makeFolder(),
    { report },
  )
  expect(failed[0]?.reason).toContain('is not on the public internet')
})

test('at most four are requested at once, and a host that does not answer is left alone', async () => {
  let [open, most, count] = [0, 0, 0]
  const fetch: FetchPicture = async () => {
    most = Math.max(most, (open += 1))
    count += 1
    await Promise.resolve()
    open -= 1
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  }
  const pictures = Array.from({ length: 100 }, (_, at) => pictureAt(`/${at}.png`))
  const { failed } = await fetchPictures(pictures, makeFolder(), { fetch, report })
  expect(most).toBe(4)
  expect(count).toBeLessThan(13)
  expect(failed[0]?.reason).toBe('connect ECONNREFUSED')
  expect(failed.at(-1)?.reason).toBe('pumps.example does not answer')
})

test('the progress is reported every five seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const lines: string[] = []
    const fetch: FetchPicture = () => {
      vi.setSystemTime(Date.now() + 1_000)
      return Promise.resolve(answer(png))
    }
    const pictures = Array.from({ length: 12 }, (_, at) => pictureAt(`/${at}.png`))
    await fetchPictures(pictures, makeFolder(), { fetch, report: (line) => lines.push(line) })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThan(3)
    expect(lines[0]).toMatch(/^\d+ of 12 pictures$/)
  } finally {
    vi.useRealTimers()
  }
})
