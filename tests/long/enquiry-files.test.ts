import { expect, test } from 'vitest'
import { sendThroughKills } from '../support/send-through-kills.ts'
import { isWholeRun } from '../support/test-size.ts'

const count = isWholeRun ? 500 : 100

const contentOf = (at: number) => `%PDF-1.7\nfile ${at}\n`.repeat(1 + (at % 50) * 400)

test(
  `${count} enquiries with files survive three SIGKILLs, whole`,
  { timeout: 600_000 },
  async () => {
    const sent = await sendThroughKills({
      count,
      fill(body, at) {
        body.append('message', `number ${at}`)
        body.append('files', new File([contentOf(at)], `${at}.pdf`))
        body.append('files', new File([`list ${at}`], `${at}.txt`))
        return true
      },
    })
    for (const { at, payload } of sent) {
      const { message, files = [] } = payload ?? {}
      expect(message).toBe(`number ${at}`)
      const texts = files.map(async ({ url }) => (await fetch(url)).text())
      expect(await Promise.all(texts)).toEqual([contentOf(at), `list ${at}`])
    }
  },
)
