import { afterEach, describe, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { openContent } from '../../support/open-content.ts'
import { sendJson, startRecordingApi } from '../../support/recording-api.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('as the site reads it', () => {
  async function read(post: object, lang: 'Ar' | 'En' = 'Ar', variables = {}) {
    const api = await startRecordingApi(sendJson([{ postID: 'a/1', ...post }]))
    return openContent(api.url, variables).viewPage(lang).getNews('a/1')
  }

  test('what is embedded has a name in the language of the page', async () => {
    const postDetails = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
    expect((await read({ postDetails })).postDetails).toContain('>فيديو</a>')
    expect((await read({ postDetails }, 'En')).postDetails).toContain('>Video</a>')
  })

  test('ids are different from those of all other texts of a page', async () => {
    const postDetails = '<p><a href="#f1">1</a></p><p id="f1">Note</p>'
    expect((await read({ postDetails })).postDetails).toBe(
      '<p><a href="#text-a-1-f1">1</a></p><p id="text-a-1-f1">Note</p>',
    )
  })

  test('a link to the site itself is a path of it', async () => {
    const postDetails = '<p><a href="https://www.company.example/News?page=2">News</a></p>'
    const variables = { PUBLIC_URL: 'https://www.company.example' }
    expect((await read({ postDetails }, 'Ar', variables)).postDetails).toBe(
      '<p><a href="/News?page=2">News</a></p>',
    )
  })

  test('a long text of a word processor is not shortened for what is not text', async () => {
    const style = 'font-size:14.0pt;line-height:115%;font-family:"Simplified Arabic",serif'
    const paragraph = `<p class=MsoNormal style='${style}'><span style='${style}'>مولد<o:p></o:p></span></p>`
    const { postDetails } = await read({ postDetails: paragraph.repeat(2_000) })
    expect(postDetails).toBe('<p>مولد</p>'.repeat(2_000))
  })

  test('what a text lacks is logged once for a post, with its names and counts', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    // The line is throttled, and other tests of this thread may just have caused one.
    const later = performance.now() + 20_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    const picture = '<img src="data:image/png;base64,AAAA">'
    await read({ postDetails: `<p>x</p>${picture}${picture}<script>y</script>` })
    const line = { type: 'News', postID: 'a/1', elements: { img: 2, script: 1 } }
    expect(warn.mock.calls).toMatchObject([[line, 'rich text elements removed']])
  })
})
