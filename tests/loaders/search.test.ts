import { describe, expect, test } from 'vitest'
import * as search from '../../app/routes/search.tsx'
import * as suggest from '../../app/routes/search-suggest.ts'
import { registry } from '../../server/observe/metrics.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { entryOf } from '../support/search-entry.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

type Language = 'Ar' | 'En'

function addressOf(path: string, parameters: Record<string, string>) {
  return `${path}?${new URLSearchParams(parameters)}`
}

async function find(q: string, lang: Language, more: Record<string, string> = {}) {
  const { found } = await search.loader(argsFor(addressOf('/search', { q, ...more }), { lang }))
  if (!found) throw new Error('Nothing was searched.')
  return found
}

async function suggestFor(q: string, lang: Language) {
  const response = await suggest.loader(argsFor(addressOf('/search/suggest', { q }), { lang }))
  return { response, body: (await response.json()) as SuggestBody }
}

interface SuggestBody {
  query: string
  suggestions: Record<string, unknown>[]
}

const namesOf = ({ results }: { results: { kind: string; id: string }[] }) =>
  results.map(({ kind, id }) => `${kind}:${id}`)

describe('search', () => {
  test('a branch is shown with its opening hours in words', async () => {
    const en = await find('when does the Riyadh branch open', 'En')
    const ar = await find('متى يفتح فرع الرياض', 'Ar')
    expect(en.results[0]?.hours).toContain('Sunday to Thursday: 8:00–18:00')
    expect(ar.results[0]?.hours).toContain('من الأحد إلى الخميس: من 8:00 إلى 18:00')
  })

  test('a branch of a long list leads to its page of the list', async () => {
    const branch = { kind: 'page', id: '/branches#branch-far', position: 30 } as const
    await getSite().search.putPages([entryOf({ ...branch, title: 'Zephyr yard' })])
    const { results } = await find('zephyr', 'En')
    expect(results[0]).toMatchObject({ href: '/branches?page=2#branch-far' })
  })

  test.each([
    ['datasheet tx630', 'En', 'Datasheet: TX630'],
    ['نشرة tx630', 'Ar', 'نشرة بيانات: قاطع مقولب TX630'],
    ['داتاشيت tx630', 'Ar', 'نشرة بيانات: قاطع مقولب TX630'],
    ['صحيفة بيانات tx630', 'Ar', 'نشرة بيانات: قاطع مقولب TX630'],
    ['tx630 pdf', 'En', 'Datasheet: TX630'],
  ] as const)('%s finds the sheet that the site makes first', async (question, lang, title) => {
    const [first] = (await find(question, lang)).results
    const href = `/product-details/tx630-3p-lsi.pdf?lang=${lang}`
    expect(first).toMatchObject({ kind: 'document', href, title: expect.stringContaining(title) })
    const { body } = await suggestFor(question, lang)
    expect(body.suggestions[0]).toMatchObject({ kind: 'document', url: href })
  })

  test.each([
    'كتالوج',
    'كتالوجات',
    'catalogue',
    'catalog',
    'brochure',
    'بروشور',
    'datasheets',
    'نشرة',
    'documents',
    'وثائق',
  ])('%s leads to the documents first', async (question) => {
    for (const lang of ['Ar', 'En'] as const) {
      expect((await find(question, lang)).results[0]?.href).toBe('/documents')
      expect((await suggestFor(question, lang)).body.suggestions[0]?.['url']).toBe('/documents')
    }
  })

  test('a question that nothing meets says so, as results and as suggestions', async () => {
    const question = '4-pole 63 A 30 mA RCCB'
    const { unmet, results } = await find(question, 'En')
    expect(unmet).toMatch(/^No product has 4 poles, 63 A and 30 mA\./)
    const asTyped = await find('قاطع تسريب ٤ قطب ٦٣امبير ٣٠ ملي', 'Ar')
    expect(asTyped.unmet).toMatch(/^لا يوجد منتج يجمع 4 أقطاب و63 أمبير و30 مللي أمبير\./)
    const alone = await find('mccb 5000A', 'Ar')
    expect(alone.unmet).toMatch(/^لا يوجد منتج بهذه المواصفة: 5000 أمبير\./)
    const type = await find('contactor 40 A', 'En')
    expect(type.unmet).toMatch(/^We have no contactor with 40 A\./)
    const ofType = await find('كونتكتور 40 أمبير', 'Ar')
    expect(ofType.unmet).toMatch(/^لا يوجد لدينا كونتكتور بهذه المواصفة: 40 أمبير\./)
    const { body } = await suggestFor(question, 'En')
    for (const { id, conditions } of results.slice(0, 2)) {
      expect(
        conditions?.filter(({ state }) => state === 'unmet'),
        id,
      ).toHaveLength(1)
      const suggestion = body.suggestions.find((one) => one['id'] === id)
      expect(suggestion?.['unmet'], id).toHaveLength(1)
    }
  })

  test('counts are those of the results of each kind', async () => {
    const all = await find('breaker', 'En')
    const sum = Object.values(all.counts).reduce((total, count) => total + count, 0)
    expect(sum).toBe(all.total)
    for (const [kind, count] of Object.entries(all.counts)) {
      const some = await find('breaker', 'En', { kind })
      expect(some.total, kind).toBe(count)
      expect(new Set(some.results.map((result) => result.kind))).toEqual(new Set([kind]))
    }
  })

  test('pages follow each other, and a page beyond the last leads to the first', async () => {
    const first = await find('قاطع', 'Ar')
    expect(first.pages).toBeGreaterThan(1)
    const second = await find('قاطع', 'Ar', { page: '2' })
    expect(namesOf(second)).not.toEqual(expect.arrayContaining(namesOf(first).slice(0, 1)))
    const beyond = await thrownResponse(find('قاطع', 'Ar', { page: '999' }))
    expect(beyond.status).toBe(308)
    expect(beyond.headers.get('Location')).toBe(addressOf('/search', { q: 'قاطع' }))
  })

  test('an answer without results is counted, and has categories to browse', async () => {
    const count = async () => {
      const text = await registry.getSingleMetricAsString('search_answers_total')
      return Number(/outcome="none"\} (\d+)/.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    const data = await search.loader(argsFor('/search?q=xyzzyplugh'))
    expect(data.found).toMatchObject({ total: 0, results: [] })
    expect(data.categories.length).toBeGreaterThan(5)
    expect(await count()).toBe(before + 1)
  })

  test('who searches for prices reads what the company says on them, else what the site says', async () => {
    for (const q of ['اسعار', 'سعر TM63-C16']) {
      const { found, topicNote } = await search.loader(argsFor(addressOf('/search', { q })))
      expect({ codes: found?.results[0]?.code, isAll: found?.topic?.isAll }).toEqual(
        q === 'اسعار' ? { isAll: true } : { codes: 'TM63-C16', isAll: false },
      )
      expect(topicNote).toEqual({ text: expect.stringMatching(/^تختلف الأسعار/) })
    }
    const own = { postID: 'f', priceNote: 'We publish <b>no</b> prices.', postLanguage: 'En' }
    const content = adapterOf({ 'Footer.Data': [own] })
    const { topicNote } = await search.loader(argsFor('/search?q=prices', { context: { content } }))
    expect(topicNote).toEqual({ text: 'We publish no prices.', language: 'En' })
    expect((await search.loader(argsFor('/search?q=mcb'))).topicNote).toBeNull()
  })

  test.each([
    ['my enquiry EVAJ-9E5K', /^An enquiry opens with the link/],
    ['EVAJ–9E5K', /^An enquiry opens with the link/],
    ['evaj9e5k', /^An enquiry opens with the link/],
    ['رقم الطلب', /^An enquiry opens with the link/],
    ['apply for a job', /^Do you want to work with us/],
    ['بضاعه تالفه', /^Is something damaged/],
    ['إرجاع', /^Is something damaged/],
    ['wrong goods delivered', /^Is something damaged.* We answer within one working day/],
    ['مدة الضمان', /^Each product has its own warranty/],
  ])('who asks the company for %s reads where, and nothing in its place', async (q, text) => {
    const { found, topicNote } = await search.loader(
      argsFor(addressOf('/search', { q }), { lang: 'En' }),
    )
    expect(topicNote?.text).toMatch(text)
    expect(found).toMatchObject({ total: 0, results: [], topic: { isAll: true } })
  })

  test('what is only written like a reference is searched', async () => {
    expect((await find('EVAJ-9E5L', 'En')).topic).toBeUndefined()
    expect((await find('TX160-63', 'En')).results[0]).toMatchObject({ code: 'TX160-63' })
  })

  test('without a question nothing is searched', async () => {
    for (const address of ['/search', '/search?q=', '/search?q=%20%20', '/search?kind=news']) {
      const { found, question } = await search.loader(argsFor(address))
      expect({ found, question }).toEqual({ found: null, question: '' })
    }
  })
})

describe('suggestions', () => {
  test('are JSON with kind, id, title, subtitle, address and picture, at most 8', async () => {
    const { response, body } = await suggestFor(' tm6 ', 'En')
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(response.headers.get('Cache-Control')).toMatch(/^private/)
    expect(body.query).toBe('tm6')
    expect(body.suggestions.length).toBeGreaterThan(2)
    expect(body.suggestions.length).toBeLessThanOrEqual(8)
    for (const suggestion of body.suggestions) {
      expect(suggestion).toMatchObject({
        kind: expect.any(String) as string,
        id: expect.any(String) as string,
        title: expect.any(String) as string,
        subTitle: expect.any(String) as string,
        url: expect.stringMatching(/^\//) as string,
        image: expect.stringMatching(/^(\/images\/post\/.*)?$/) as string,
      })
    }
  })

  test('without a question there are none', async () => {
    const { body } = await suggestFor('', 'Ar')
    expect(body).toEqual({ query: '', suggestions: [] })
  })
})
