import { describe, expect, test } from 'vitest'
import {
  getPosts,
  idsOf,
  listFields,
  post,
  readError,
  startForTests,
} from '../../../tests/support/content-client.ts'
import { productsFile, smallSample, writeSmallSample } from '../../../tests/support/small-sample.ts'

const service = await startForTests()
const get = (fields: Partial<typeof listFields>) => getPosts(service, fields)

describe('lists', () => {
  test('every type returns its posts under NTROOT0, in file order', async () => {
    const expected = {
      'Footer.Data': ['footer'],
      ContactData: ['contact'],
      HomeSlider: ['slide-1', 'slide-2'],
      About: ['about-1'],
      Sustainability: ['sustainability-1'],
      WorkFields: ['field-1'],
      CompanyGoals: ['goal-1'],
      Services: ['service-1'],
      Solutions: ['solution-1', 'solution-2', 'solution-empty'],
      ProductsCategory: ['protection', 'cables'],
      ProductsTypes: ['breakers', 'fuses', 'armoured'],
      Products: ['breaker-1', 'breaker-2', 'breaker-3', 'cable-1'],
      ProductsCateBackground: ['background-1', 'background-2'],
      Branches: ['branch-riyadh'],
    }
    for (const [type, ids] of Object.entries(expected)) {
      for (const Lang of ['Ar', 'En']) {
        expect(idsOf(await get({ Type: type, Lang })), type).toEqual(ids)
      }
    }
  })

  test('news, blog and projects are sorted newest first', async () => {
    expect(idsOf(await get({ Type: 'News' }))).toEqual(['news-new', 'news-middle', 'news-old'])
    expect(idsOf(await get({ Type: 'Blog' }))).toEqual(['blog-second', 'blog-first'])
    expect(idsOf(await get({ Type: 'Projects' }))).toEqual(['project-new', 'project-old'])
  })

  test('a list of types has the light fields and nothing else', async () => {
    const [first] = await get({ Type: 'ProductsTypes', ParentId: 'protection' })
    expect(first).toEqual({
      postID: 'breakers',
      postTitle: 'Breakers',
      postSubTitle: '',
      postImage: 'breakers.png',
      parentID: 'protection',
      postDate: '',
    })
  })

  const ratedCurrent = (value: string) => ({ name: 'Rated current', value, unit: 'A' })

  test('a list of products has the light fields, facts and order codes, key facts first', async () => {
    const [first, second, third] = await get({ Type: 'Products', ParentId: 'breakers' })
    expect(first).toEqual({
      postID: 'breaker-1',
      postTitle: 'TM63 Breaker',
      postSubTitle: 'A breaker',
      postImage: 'breaker-1.png',
      parentID: 'breakers',
      postDate: '',
      postSpecs: [
        ratedCurrent('1.10'),
        { name: 'Curve', value: 'C', unit: '' },
        { name: 'Standards', value: 'IEC 60898-1, IEC 60947-2', unit: '' },
      ],
      postVariants: [
        { code: 'TM63-C6', specs: [ratedCurrent('6'), { name: 'Curve', value: 'C', unit: '' }] },
        { code: 'TM63-C16', specs: [ratedCurrent('16')] },
      ],
    })
    expect(second).toMatchObject({
      postImage: 'photo-of-breaker.jpg',
      postSubTitle: '',
      postSpecs: [ratedCurrent('16'), { name: 'Standards' }],
      postVariants: [{ code: 'TM125-C16' }],
    })
    expect(third).toMatchObject({ postImage: '', postVariants: [] })
  })

  test('so has a list of the products of a solution, in Arabic too', async () => {
    for (const Type of ['SolProducts', 'SolProductsBackground']) {
      const [first, second] = await get({ Type, ParentId: 'solution-1', Lang: 'Ar' })
      expect(first, Type).toMatchObject({ postVariants: [{ code: 'TM125-C16' }] })
      const curve = { name: 'منحنى الفصل', value: 'ج', unit: '' }
      expect(second, Type).toMatchObject({
        postSpecs: [{ name: 'التيار المقنن' }, curve, { value: 'IEC 60898-1، IEC 60947-2' }],
        postVariants: [{ code: 'TM63-C6', specs: [{ value: '6' }, curve] }, { code: 'TM63-C16' }],
      })
      expect(first, Type).not.toHaveProperty('postDetails')
    }
  })

  test('types belong to their category and products to their type', async () => {
    expect(idsOf(await get({ Type: 'ProductsTypes', ParentId: 'protection' }))).toEqual([
      'breakers',
      'fuses',
    ])
    expect(idsOf(await get({ Type: 'Products', ParentId: 'armoured' }))).toEqual(['cable-1'])
    expect(await get({ Type: 'Products', ParentId: 'fuses' })).toEqual([])
    expect((await get({ Type: 'ProductsCategory' }))[0]).toMatchObject({ parentID: 'NTROOT0' })
    expect((await get({ Type: 'ProductsTypes' }))[2]).toMatchObject({ parentID: 'cables' })
  })

  test('projects name their solution and slides what they show as their parent', async () => {
    const parentsOf = async (Type: string) => (await get({ Type })).map((item) => item['parentID'])
    expect(await parentsOf('Projects')).toEqual(['solution-1', 'NTROOT0'])
    expect(await parentsOf('HomeSlider')).toEqual(['news-new', 'NTROOT0'])
    expect(idsOf(await get({ Type: 'Projects', ParentId: 'solution-1' }))).toEqual(['project-new'])
  })

  test('a list is filtered by PostId', async () => {
    expect(idsOf(await get({ Type: 'Products', PostId: 'breaker-2' }))).toEqual(['breaker-2'])
    expect(await get({ Type: 'Products', PostId: 'breaker-2', ParentId: 'armoured' })).toEqual([])
  })

  test('an unknown type, parent or company gives an empty list', async () => {
    expect(await get({ Type: 'Weather' })).toEqual([])
    expect(await get({ Type: '' })).toEqual([])
    expect(await get({ Type: 'Products', ParentId: 'nowhere' })).toEqual([])
    expect(await get({ Type: 'Products', ParentId: '' })).toEqual([])
    expect(await get({ Type: 'Products', FbrnId: '2' })).toEqual([])
    expect(await get({ Type: 'Products', FbrnId: '' })).toHaveLength(4)
  })
})

describe('pages and blocks', () => {
  test('a branch has its contacts, coordinates and opening hours', async () => {
    const [branch] = await get({ Type: 'Branches', Lang: 'Ar' })
    expect(branch).toEqual({
      postID: 'branch-riyadh',
      postTitle: 'فرع الرياض',
      postSubTitle: '',
      postImage: 'branch-riyadh.png',
      parentID: 'NTROOT0',
      postDate: '',
      postDetails: '',
      postImages: [],
      postFiles: [],
      postSpecs: [],
      adress1: 'شارع الستين، الرياض',
      email1: 'riyadh@tayyar.example',
      phone1: '+966 11 555 0111',
      mapUrl: '',
      facebook: '',
      youtube: '',
      whatsapp: '',
      telegram: '',
      tweeter: '',
      latitude: 24.6905,
      longitude: 46.6853,
      openingHours: '8 صباحا',
    })
  })

  test('Pno 1 returns the first item of a single block, and a page of any other type', async () => {
    expect(idsOf(await get({ Type: 'ProductsCateBackground', Pno: '1' }))).toEqual(['background-1'])
    expect(await get({ Type: 'ProductsCateBackground', Pno: '-1' })).toHaveLength(2)
    expect(await get({ Type: 'HomeSlider', Pno: '1' })).toHaveLength(2)
  })
})

test('pages of 20 have no gaps or repetitions, and end', async () => {
  const many = await startForTests({
    contentDir: writeSmallSample({ 'products/03-many.yaml': productsFile(45) }),
  })
  const page = (Pno: string) => getPosts(many, { Type: 'Products', ParentId: 'items', Pno })
  const pages = [await page('1'), await page('2'), await page('3')]
  expect(pages.map((items) => items.length)).toEqual([20, 20, 5])
  expect(idsOf(pages.flat())).toEqual(idsOf(await page('-1')))
  expect(await page('4')).toEqual([])
})

describe('details', () => {
  const detail = { check: 'getPostDetails', Pno: '1' }

  test('a product has its text, images, files and facts in English', async () => {
    const [product, ...others] = await get({ ...detail, Type: 'Products', PostId: 'breaker-1' })
    expect(others).toEqual([])
    expect(product).toMatchObject({
      postID: 'breaker-1',
      parentID: 'breakers',
      postImages: ['breaker-1-2.png', 'breaker-1-3.png'],
      postFiles: [{ fileName: 'breaker-1.pdf', fileTitle: 'Datasheet' }],
      postSpecs: [
        { name: 'Rated current', value: '1.10', unit: 'A' },
        { name: 'Curve', value: 'C', unit: '' },
        { name: 'Standards', value: 'IEC 60898-1, IEC 60947-2', unit: '' },
      ],
      postVariants: [{ code: 'TM63-C6' }, { code: 'TM63-C16' }],
    })
    expect(product?.['postDetails']).toContain('<h2>Facts</h2>')
    expect(product?.['postDetails']).toContain('<td>1</td>')
    expect(product?.['postDetails']).toContain('<strong>bold</strong>')
  })

  test('raw HTML in a text is escaped', async () => {
    const [english] = await get({ ...detail, Type: 'Products', PostId: 'breaker-1' })
    expect(english?.['postDetails']).not.toContain('<script')
    expect(english?.['postDetails']).toContain('&lt;script&gt;')
    const [arabic] = await get({ ...detail, Type: 'Products', PostId: 'breaker-1', Lang: 'Ar' })
    expect(arabic?.['postDetails']).toContain('&lt;b&gt;عربي&lt;/b&gt;')
  })

  test('a missing post is an empty list, not an error', async () => {
    expect(await get({ ...detail, Type: 'Products', PostId: 'nothing' })).toEqual([])
    expect(await get({ ...detail, Type: 'News', PostId: 'breaker-1' })).toEqual([])
    expect(await get({ ...detail, Type: 'Nothing', PostId: 'breaker-1' })).toEqual([])
    expect(await get({ ...detail, Type: 'News', PostId: "' OR 1=1 --" })).toEqual([])
  })

  test('details without a PostId are rejected', async () => {
    const fields = { ...listFields, ...detail, Type: 'News' }
    const response = await post(service, '/get-post', fields)
    expect(await readError(response, 400)).toContain('PostId')
  })
})

describe('products of a solution', () => {
  test('are in the solution’s order, under both names of the type', async () => {
    for (const Type of ['SolProducts', 'SolProductsBackground']) {
      const items = await get({ Type, ParentId: 'solution-1' })
      expect(idsOf(items)).toEqual(['breaker-2', 'breaker-1', 'cable-1'])
      expect(items.map((item) => item['parentID'])).toEqual(Array(3).fill('solution-1'))
      expect(items[1]).toMatchObject({ postTitle: 'TM63 Breaker', postImage: 'breaker-1.png' })
    }
  })

  test('a product can belong to several solutions, and a solution can have none', async () => {
    expect(idsOf(await get({ Type: 'SolProducts', ParentId: 'solution-2' }))).toEqual(['breaker-1'])
    expect(await get({ Type: 'SolProducts', ParentId: 'solution-empty' })).toEqual([])
    expect(await get({ Type: 'SolProducts', ParentId: 'no-solution' })).toEqual([])
  })

  test('the details of one return the whole product once', async () => {
    for (const Type of ['SolProducts', 'SolProductsBackground']) {
      const fields = { check: 'getPostDetails', Type, PostId: 'breaker-1', Pno: '1' }
      expect(await get(fields)).toMatchObject([
        {
          postID: 'breaker-1',
          parentID: 'solution-1',
          postImages: ['breaker-1-2.png', 'breaker-1-3.png'],
        },
      ])
      expect(await get({ ...fields, ParentId: 'solution-2' })).toMatchObject([
        { postID: 'breaker-1', parentID: 'solution-2' },
      ])
    }
  })

  test('a product outside all solutions has no details there', async () => {
    const fields = { check: 'getPostDetails', Type: 'SolProducts', PostId: 'breaker-3', Pno: '1' }
    expect(await get(fields)).toEqual([])
  })
})

describe('search by a part of the title', () => {
  test.each<[string, 'Ar' | 'En', string[], string[]]>([
    ['English letters in either case', 'En', ['breaker'], ['breaker-1', 'breaker-2']],
    ['several words', 'En', ['tm63 B'], ['breaker-1']],
    [
      'Arabic letters whatever their hamza, marks and tatweel',
      'Ar',
      ['احمد', 'أحمد', 'آحمد', 'إحمد', 'ٱحمد', 'أَحْمَد', 'احمــد', 'الاول'],
      ['breaker-1'],
    ],
    ['alef maqsura and yaa', 'Ar', ['اضافى'], ['breaker-2']],
    ['taa marbuta and haa', 'Ar', ['صوره'], ['breaker-3']],
    ['digits in either shape', 'Ar', ['63', '٦٣'], ['breaker-1']],
    ['percent signs and underscores as they are', 'En', ['100% _'], ['cable-1']],
    ['no wildcards', 'En', ['1%0', 'transformer'], []],
  ])('finds %s', async (_, Lang, texts, ids) => {
    for (const PostName of texts) {
      expect(idsOf(await get({ Type: 'Products', Lang, PostName })), PostName).toEqual(ids)
    }
  })

  test('finds waw and yaa with hamza by the bare letters', async () => {
    const changed = smallSample['services.yaml']?.replace(
      'عنوان service-1',
      'مؤشرات الطاقة الطارئة',
    )
    const other = await startForTests({
      contentDir: writeSmallSample({ 'services.yaml': changed ?? '' }),
    })
    for (const PostName of ['موشرات', 'الطاريه', 'مؤشرات الطاقه الطارئة']) {
      const items = await getPosts(other, { Type: 'Services', Lang: 'Ar', PostName })
      expect(idsOf(items), PostName).toEqual(['service-1'])
    }
  })
})

describe('an invalid field is rejected with a message that names it', () => {
  const refused: [string, Record<string, string>][] = [
    ['check', { check: 'getEverything' }],
    ['check', { check: '' }],
    ['Lang', { Lang: 'Fr' }],
    ['Lang', { Lang: 'ar' }],
    ['Pno', { Pno: 'all' }],
    ['Pno', { Pno: '' }],
    ['Pno', { Pno: '0' }],
    ['Pno', { Pno: '-2' }],
    ['Pno', { Pno: '1.5' }],
    ['Pno', { Pno: '99999999999999999999' }],
  ]
  test.each(refused)('%s in %o', async (field, change) => {
    const response = await post(service, '/get-post', { ...listFields, Type: 'News', ...change })
    expect(await readError(response, 400)).toContain(`The field ${field}`)
  })

  test.each(Object.keys(listFields))('%s missing', async (field) => {
    const fields = Object.fromEntries(Object.entries(listFields).filter(([name]) => name !== field))
    const response = await post(service, '/get-post', fields)
    expect(await readError(response, 400)).toBe(`The field ${field} is missing.`)
  })
})
