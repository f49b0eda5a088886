import { describe, expect, test } from 'vitest'
import {
  checkContent,
  checkOwnContent,
  formatProblem,
} from '../../scripts/check-content/check-content.ts'
import { listTexts } from '../../scripts/check-content/texts.ts'
import { smallSample } from './content-service/small-sample.ts'

const glossary = `
## Terms
| Arabic | English | Not | Remark |
|---|---|---|---|
| كابل | cable | كيبل | |
| إنارة | lighting | إضاءة | |
| | email | e-mail | |
## Terms of the interface
| Arabic | English | Not |
|---|---|---|
| القائمة | the list | سلة؛ basket |
## Words
| Two words | Meaning |
|---|---|
| تحمل، تحمّل | carries; endurance |
`

const specifications = `
rated-power:
  name: { Ar: القدرة المقنّنة, En: Rated power }
  unit: kVA
  meaning: What it delivers
output-power:
  name: { Ar: قدرة الخرج, En: Output power }
  unit: kW
  meaning: What it delivers
width:
  name: { Ar: العرض, En: Width }
  unit: mm
  meaning: From side to side
dimensions-w-h-d:
  name: { Ar: الأبعاد, En: Dimensions (W × H × D) }
  unit: mm
  meaning: Outside
`

const products = `
id: power
Ar: { title: القدرة }
En: { title: Power }
types:
  - id: mv-switchgear
    Ar: { title: محطات }
    En: { title: Stations }
    products:
      - id: tmv-ps
        Ar: { title: محطة تحويل مدمجة TMV-PS }
        En: { title: Package substation TMV-PS }
        specs: { rated-power: "500, 1000" }
        variants:
          - { code: TMV-PS500, specs: { rated-power: "500" } }
          - { code: TMV-PS1000, specs: { rated-power: "1000" } }
  - id: solar-inverters
    Ar: { title: عاكسات, subTitle: من 5 كيلوواط إلى 320 كيلوواط }
    En: { title: Inverters, subTitle: From 5 kW to 320 kW }
    products:
      - id: tsi-5t
        Ar: { title: عاكس TSI-5T }
        En: { title: Inverter TSI-5T }
        specs: { output-power: 5–320, width: 150–900, dimensions-w-h-d: 900 × 100 × 50 }
        variants:
          - { code: TSI-5T-900, specs: { width: "900" } }
  - id: generators-ats
    Ar: { title: مولّدات }
    En: { title: Generators }
    products:
      - id: tg-1100
        Ar:
          title: مولّد TG-1100
          details: |
            القدرة الأساسية 1000 كيلوفولت أمبير.

            | أبها | 930 kVA |
        En:
          title: Generator TG-1100
          details: |
            Prime power is 1000 kVA.

            | Abha | 930 kVA |
        specs: { rated-power: "1100" }
`

/** Lists what is found in a content with these texts of a news item, or with other files. */
async function find(
  texts: { Ar?: string; En?: string },
  files: Record<string, string> = {},
  interfaceText = '',
) {
  const block = (text: string) =>
    text
      .split('\n')
      .map((line) => `\n      ${line}`)
      .join('')
  const news = `
- id: news-1
  date: 2026-01-01
  Ar:
    title: خبر
    details: |${block(texts.Ar ?? 'نص')}
  En:
    title: News
    details: |${block(texts.En ?? 'Text')}
`
  const { 'products/02-cables.yaml': _, ...others } = smallSample
  const content = {
    ...others,
    'solutions.yaml': `
- id: solution-1
  Ar: { title: حل }
  En: { title: Solution }
`,
    'specifications.yaml': specifications,
    'products/01-protection.yaml': products,
    'news.yaml': news,
    'home-slider.yaml': '[]',
    ...files,
  }
  const translations = listTexts('Ar.json', JSON.stringify({ own: interfaceText || 'نص' }), 'Ar')
  const found = await checkContent(new Map(Object.entries(content)), translations, glossary)
  return found.map(formatProblem)
}

const place = 'news.yaml'

test('the texts of the project say what its catalogue and its glossary say', async () => {
  const { problems, mistakes } = await checkOwnContent()
  expect([...mistakes, ...problems.map(formatProblem)]).toEqual([])
})

describe('what a reader would take for a mistake is found, with its line', () => {
  const wrong: [name: string, texts: { Ar?: string; En?: string }, message: string][] = [
    [
      'a rating that no product has',
      {
        En: 'Text\nTwo package substations, each with a 630 kVA transformer.',
        Ar: 'محطة تحويل مدمجة قدرتها 630 كيلوفولت أمبير',
      },
      'news.yaml:12: no such product has 630 kVA; there are 500, 1000 kVA',
    ],
    [
      'a rating in Arabic',
      {
        En: 'A 750 kVA package substation',
        Ar: 'محطتا تحويل مدمجتان قدرة كل منهما 750 كيلوفولت أمبير',
      },
      'no such product has 750 كيلوفولت أمبير',
    ],
    [
      'an order code that no product has',
      { En: 'The TMV-PS630' },
      'no product has the name or the order code TMV-PS630',
    ],
    [
      'a figure of one language only',
      { Ar: 'بلغ الحمل 610 كيلوواط', En: 'The load was 601 kW' },
      'the other language does not have 610',
    ],
    [
      'an output that contradicts the table',
      {
        Ar: 'في أبها مولّد قدرته 1100 كيلوفولت أمبير يعطي 980 كيلوفولت أمبير',
        En: 'In Abha a generator of 1100 kVA delivers 980 kVA',
      },
      '93 % at Abha, about 1023 kVA',
    ],
    [
      'a link to what is not there',
      { En: 'See [it](/product-details/tmv-xx).' },
      'the site has no /product-details/tmv-xx',
    ],
    [
      'a link to a screen that is not there',
      { En: 'See [it](/kontact).' },
      'the site has no /kontact',
    ],
    [
      'a term that the glossary replaces',
      { Ar: 'والكيبلات طويلة' },
      'the glossary has "كابل" for "كيبل"',
    ],
    ['such a term in English', { En: 'Send an e-mail' }, 'the glossary has "email" for "e-mail"'],
    [
      'a word in two spellings',
      { Ar: 'مؤشّر ومؤشّر\nالمؤشر' },
      '"المؤشر" is "مؤشّر" in other places (2)',
    ],
    [
      'the name of a unit in a table',
      { Ar: '| زمن | 0.3 ثانية |' },
      'a table has the symbol of a unit',
    ],
    [
      'the name of a unit in an English table',
      { En: '| Time | 5 minutes |' },
      'a table has the symbol of a unit',
    ],
    ['a space before % in Arabic', { Ar: '| حد | 85 % |' }, 'Arabic has no space before %'],
    ['no space before % in English', { En: 'It is 85%' }, 'English has a space before %'],
    ['a Latin comma in Arabic', { Ar: 'لوحة, وقاطع' }, 'Arabic has ،'],
    ['a straight apostrophe', { En: "the company's" }, 'quotation marks and apostrophes'],
    ['straight quotation marks in Arabic', { Ar: 'قال "نعم"' }, 'quotation marks and apostrophes'],
  ]
  test.each(wrong)('%s', async (_, texts, message) => {
    const found = (await find(texts)).filter((line) => line.startsWith(place))
    expect(found.join('\n')).toContain(message)
  })

  test('a heading whose span is not that of its products', async () => {
    const files = { 'products/01-protection.yaml': products.replace('From 5 kW', 'From 10 kW') }
    expect((await find({}, files)).join('\n')).toContain('its products have 5 to 320 kW')
  })

  test('an order code that has the dimensions of the largest size', async () => {
    const files = {
      'products/01-protection.yaml': products.replace('{ width: "900" }', '{ width: "150" }'),
    }
    expect((await find({}, files)).join('\n')).toContain(
      'the sizes of TSI-5T-900 contradict each other',
    )
  })

  test('a term that only the interface has in another form', async () => {
    expect((await find({}, {}, 'أضف إلى السلة')).join('\n')).toContain(
      'Ar.json:1: the glossary has "القائمة"',
    )
  })
})

test('what is right is not reported', async () => {
  const texts = {
    Ar: `محطة تحويل مدمجة قدرتها 1000 كيلوفولت أمبير، وأربع في TN-S، وانظر [المنتج](/product-details/tmv-ps) و[اتصل](/contact).
قدرة المحوّلات 15 ميجافولت أمبير، ومولّد في أبها قدرته 1100 كيلوفولت أمبير يعطي 1020 كيلوفولت أمبير.
تحمل القضبان تيارها، وتحمّل القصر كبير. يُركَّب القاطع، وركّب غيره. السلة ثقيلة.
يعود بعد 15 ثانية، والكفاءة 97 في المئة.
| حد | 85% | 0.3 s | 7 أيام |`,
    En: `A 1000 kVA package substation in TN-S; see [it](/product-details/tmv-ps) and [contact](/contact?from=x).
Transformers of 15 MVA in all; in Abha a generator of 1100 kVA delivers 1020 kVA. The TMV series is new.
It’s back after 15 seconds. In the 1970s efficiency was 97 %.
| Limit | 85 % | 0.3 s | 7 days |`,
  }
  expect((await find(texts)).filter((line) => line.startsWith(place))).toEqual([])
})
