import { setTimeout as pause } from 'node:timers/promises'
import { listPictures, listProductLists } from '../addresses.ts'
import { ask, type Answer } from '../ask.ts'
import { milliseconds, times } from '../numbers.ts'
import type { Section } from '../targets.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median, percentile } from '../statistics.ts'

const coldPictures = 12
const atOnce = 50
/** A page is asked again so long after its answer. */
const pageEveryMs = 20
const quietPages = 50
/** Better kinds of a picture may be made behind its first answer. */
const settleMs = 5_000

/** What a browser says that takes every format. */
const headers = { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }

/** Pictures that were never made and ones that were, and what fifty new ones at once do to a page. */
export async function measurePictures(run: Run, site: Site): Promise<Section> {
  run.say('pictures')
  const { port } = site
  const pages = ['/', '/about', '/News', '/blog', '/projects', '/solutions', '/services']
  const pictures = await listPictures(port, [...pages, ...(await listProductLists(port))])
  const [some, fifty] = [
    pictures.slice(0, coldPictures),
    pictures.slice(coldPictures, coldPictures + atOnce),
  ]

  const cold = await askEach(port, some)
  const warm = await askEach(port, some)
  // What is made behind an answer is not to be counted as quiet.
  await pause(settleMs)
  const quiet = await firstBytesOfPage(port, (asked) => asked < quietPages)
  const startedAt = performance.now()
  let isMaking = true
  const all = Promise.all(fifty.map((picture) => ask(port, picture, headers))).finally(
    () => (isMaking = false),
  )
  const [busy, made] = await Promise.all([firstBytesOfPage(port, () => isMaking), all])
  const allMs = performance.now() - startedAt

  // Too many at once may be refused, which the report has to say.
  const failed = made.filter(({ status }) => status !== 200).length

  const describe = (times: number[]) => {
    const sorted = [...times].sort((a, b) => a - b)
    return `median ${milliseconds(median(sorted))}, p95 ${milliseconds(percentile(sorted, 0.95))}`
  }
  const whole = (answers: Answer[]) => milliseconds(median(answers.map(({ wholeMs }) => wholeMs)))
  return {
    title: 'Pictures',
    rows: [
      { what: 'a picture that was never made', figure: whole(cold) },
      { what: 'the same again', figure: whole(warm) },
      {
        what: `${fifty.length} new pictures at once, all there`,
        figure: failed > 0 ? `${failed} failed` : milliseconds(allMs),
      },
      { what: 'first byte of home, site at rest', figure: describe(quiet) },
      {
        what: 'first byte of home, while those are made',
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

async function askEach(port: number, pictures: string[]) {
  const answers: Answer[] = []
  for (const picture of pictures) answers.push(await askPicture(port, picture))
  return answers
}

async function askPicture(port: number, picture: string) {
  const answer = await ask(port, picture, headers)
  if (answer.status !== 200) throw new Error(`${picture} answered ${answer.status}.`)
  return answer
}

/** The times to the first byte of home, asked one after another while `goesOn`; at least one. */
async function firstBytesOfPage(port: number, goesOn: (asked: number) => boolean) {
  const firstBytes: number[] = []
  do {
    firstBytes.push((await ask(port, '/')).firstByteMs)
    await pause(pageEveryMs)
  } while (goesOn(firstBytes.length))
  return firstBytes
}
