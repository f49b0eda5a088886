import { setTimeout as pause } from 'node:timers/promises'
import { listPictures, listProductLists } from '../addresses.ts'
import { get, type GetResponse } from '../ask.ts'
import { milliseconds, times } from '../numbers.ts'
import type { Section } from '../targets.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median, percentile } from '../statistics.ts'

const coldPictures = 12
const concurrentPictures = 50
/** The pause between two requests for a page. */
const pagePauseMs = 20
const quietPages = 50
/** Pictures may be encoded in better formats after their first response. */
const settleMs = 5_000

/** The header of a browser that supports every format. */
const headers = { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }

/** The times of new and cached pictures, and of a page while fifty new ones are encoded. */
export async function measurePictures(run: Run, site: Site): Promise<Section> {
  run.report('pictures')
  const { port } = site
  const pages = ['/', '/about', '/News', '/blog', '/projects', '/solutions', '/services']
  const pictures = await listPictures(port, [...pages, ...(await listProductLists(port))])
  const [some, fifty] = [
    pictures.slice(0, coldPictures),
    pictures.slice(coldPictures, coldPictures + concurrentPictures),
  ]

  const cold = await getEach(port, some)
  const warm = await getEach(port, some)
  // Wait for encoding in the background: the site must be quiet.
  await pause(settleMs)
  const quiet = await firstBytesOfPage(port, (count) => count < quietPages)
  const startedAt = performance.now()
  let isEncoding = true
  const all = Promise.all(fifty.map((picture) => get(port, picture, headers))).finally(
    () => (isEncoding = false),
  )
  const [busy, encoded] = await Promise.all([firstBytesOfPage(port, () => isEncoding), all])
  const allMs = performance.now() - startedAt

  // The site may shed some of them; the report must say so.
  const failed = encoded.filter(({ status }) => status !== 200).length

  const describe = (times: number[]) => {
    const sorted = [...times].sort((a, b) => a - b)
    return `median ${milliseconds(median(sorted))}, p95 ${milliseconds(percentile(sorted, 0.95))}`
  }
  const whole = (responses: GetResponse[]) =>
    milliseconds(median(responses.map(({ wholeMs }) => wholeMs)))
  return {
    title: 'Pictures',
    rows: [
      { what: 'a new picture', figure: whole(cold) },
      { what: 'the same again', figure: whole(warm) },
      {
        what: `${fifty.length} new pictures at once, until all are sent`,
        figure: failed > 0 ? `${failed} failed` : milliseconds(allMs),
      },
      { what: 'first byte of home, site at rest', figure: describe(quiet) },
      {
        what: 'first byte of home, while those are encoded',
        figure: describe(busy),
        ratio: `${times(median(busy) / median(quiet))} at rest`,
      },
    ],
    measured: {
      cold: cold.map(({ wholeMs, body }) => ({ wholeMs, bytes: body.length })),
      warm: warm.map(({ wholeMs, body }) => ({ wholeMs, bytes: body.length })),
      ...{ quiet, busy, allMs, failed },
    },
  }
}

async function getEach(port: number, pictures: string[]) {
  const responses: GetResponse[] = []
  for (const picture of pictures) responses.push(await getPicture(port, picture))
  return responses
}

async function getPicture(port: number, picture: string) {
  const response = await get(port, picture, headers)
  if (response.status !== 200) throw new Error(`${picture}: status ${response.status}.`)
  return response
}

/** The times to first byte of home, requested in sequence while `shouldContinue`; at least one. */
async function firstBytesOfPage(port: number, shouldContinue: (count: number) => boolean) {
  const firstBytes: number[] = []
  do {
    firstBytes.push((await get(port, '/')).firstByteMs)
    await pause(pagePauseMs)
  } while (shouldContinue(firstBytes.length))
  return firstBytes
}
