import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addresses } from '../../../app/addresses.ts'
import { formatDate } from '../../../app/language/format.ts'
import {
  readItems,
  readingWords,
  readResponse,
} from '../../../server/content/parse/parse-response.ts'
import { Truncator } from '../../../server/content/parse/truncate.ts'
import type { Branch, Post, ShapeName } from '../../../server/content/posts/post.ts'
import { collectLog } from '../../support/logged.ts'
import { openContent } from '../../support/open-content.ts'
import { readPosts } from '../../support/read-posts.ts'
import { sendJson, startRecordingApi } from '../../support/recording-api.ts'

/** Reads the items of a response, without those that are no posts. */
function readAll<N extends ShapeName>(shape: N, items: unknown) {
  const truncator = new Truncator(readingWords('En'))
  return readItems(shape, z.array(z.unknown()).parse(items), truncator, 'Asia/Riyadh').items
}

const readCards = (items: unknown[]) => readAll('card', items)
const readBranches = (json: string) => readAll('branch', JSON.parse(json))

function readPost(fields: object): Post {
  const [post] = readPosts('post', [{ postID: '1', ...fields }])
  if (!post) throw new Error('There is no post.')
  return post
}

describe('IDs', () => {
  const readable: [value: unknown, id: string][] = [
    ['17', '17'],
    [17, '17'],
    [0, '0'],
    [-3, '-3'],
    [9007199254740991, '9007199254740991'],
    ['12345678901234567890', '12345678901234567890'],
    ['قاطع-٦٣', 'قاطع-٦٣'],
    ['a/b?c#d', 'a/b?c#d'],
    [' 17 ', '17'],
  ]
  test.each(readable)('%j is the ID "%s"', (value, id) => {
    expect(readCards([{ postID: value }])).toMatchObject([{ postID: id, postTitle: '' }])
  })

  const unreadable: [what: string, json: string][] = [
    ['missing', '{}'],
    ['null', '{"postID":null}'],
    ['empty', '{"postID":""}'],
    ['a space', '{"postID":" "}'],
    ['true', '{"postID":true}'],
    ['a fraction', '{"postID":1.5}'],
    ['a number that has lost digits', '{"postID":9007199254740993}'],
    ['a number of 20 digits', '{"postID":12345678901234567890}'],
    ['an infinite number', '{"postID":1e999}'],
    ['an object', '{"postID":{"id":1}}'],
    ['a list', '{"postID":["1"]}'],
  ]
  test.each(unreadable)('a post whose ID is %s is dropped; the others stay', (_, bad) => {
    const json = `[{"postID":"1"},${bad},{"postID":"3"}]`
    expect(readBranches(json).map(({ postID }) => postID)).toEqual(['1', '3'])
  })

  test('an ID that cannot be in a URL costs its post, not the page', () => {
    const cards = readCards([{ postID: '1' }, { postID: 'a\ud800' }, { postID: '3' }])
    expect(() => cards.map(({ postID }) => addresses.newsItem(postID))).not.toThrow()
    expect(cards.map(({ postID }) => postID)).toEqual(expect.arrayContaining(['1', '3']))
  })

  test('a missing or invalid parent is empty', () => {
    const parents = [undefined, null, 5, '6', { a: 1 }, 1e300]
    const cards = readCards(parents.map((parentID, at) => ({ postID: at, parentID })))
    expect(cards.map(({ parentID }) => parentID)).toEqual(['', '', '5', '6', '', ''])
  })
})

describe('items that are not posts', () => {
  test('are dropped; the others stay in order', () => {
    const bad = [null, 1, 'post', true, [], [{ postID: '9' }], {}, { postID: null }]
    const items = bad.flatMap((item, at) => [{ postID: `good-${at}` }, item])
    const cards = readCards([...items, { postID: 'last' }])
    const expected = [...bad.map((_, at) => `good-${at}`), 'last']
    expect(cards.map(({ postID }) => postID)).toEqual(expected)
  })

  test('are logged, each with its call and index', async () => {
    const { factsOf } = collectLog()
    const api = await startRecordingApi(sendJson([{ postID: '1' }, { postID: null }, 'post']))
    await openContent(api.url).viewPage().listNews()
    expect(factsOf('content item dropped')).toMatchObject([
      { call: 'getPost News', index: 1, problem: expect.stringContaining('postID') },
      { call: 'getPost News', index: 2 },
    ])
  })

  test('a details response without a valid post is NotFound', async () => {
    collectLog()
    const api = await startRecordingApi(sendJson([{ postTitle: 'without an id' }]))
    await expect(openContent(api.url).viewPage().getNews('1')).rejects.toMatchObject({
      name: 'NotFound',
    })
  })
})

describe('any field with a wrong type', () => {
  const texts = ['postTitle', 'postSubTitle', 'postImage', 'parentID', 'postDate', 'postDetails']
  const lists = ['postImages', 'postFiles', 'postSpecs']
  const contacts = [
    ...['adress1', 'email1', 'phone1', 'mapUrl', 'facebook', 'youtube', 'whatsapp', 'telegram'],
    ...['tweeter', 'instagram', 'openingHours'],
  ]
  const places = ['latitude', 'longitude']
  const fields = [...texts, ...lists, ...contacts, ...places]
  const values = [
    ...['null', 'true', 'false', '0', '-1', '1.5', '1e999', '-1e999', '12345678901234567890'],
    ...['{}', '{"a":1}', '{"toString":"x"}', '{"length":3}', '{"name":{},"value":[]}'],
    ...['[]', '[1]', '["x"]', '[null]', '[[[["deep"]]]]', '[{}]', '[{"fileName":{}}]'],
    ...['[{"name":{"a":1},"value":"v","unit":[]}]', '[{"name":null,"value":null}]'],
    ...['""', '" "', '"\\u0000"', '"\\ud800"', '"x"'],
  ]
  const cases = fields.flatMap((field) => values.map((value) => ({ field, value })))

  test('never renders as undefined, NaN, Invalid Date or [object Object], and keeps the post', () => {
    const items = cases.map(({ field, value }, at) => `{"postID":"${at}","${field}":${value}}`)
    const branches = readBranches(`[${items.join(',')}]`)
    expect(branches).toHaveLength(cases.length)
    const faults = branches.flatMap((branch, at) =>
      faultsOf(branch).map((fault) => `${fault} of {"${cases[at]?.field}":${cases[at]?.value}}`),
    )
    expect(faults).toEqual([])
  })

  /** What a screen would render wrongly of a branch. */
  function faultsOf(branch: Branch): string[] {
    const dateText = formatDate(branch.postDay, 'En')
    const shown = leavesOf({ ...branch, dateText }).filter((leaf) =>
      /undefined|NaN|\[object|Invalid Date|Infinity|null/.test(leaf),
    )
    const misnamed = Object.keys(branch).filter(
      (name) => !['postID', 'postDay', ...fields].includes(name),
    )
    const notText = [...texts, ...contacts].filter(
      (name) => typeof Reflect.get(branch, name) !== 'string',
    )
    const notList = lists.filter((name) => !Array.isArray(Reflect.get(branch, name)))
    const noPlace = places.filter((name) => {
      const place: unknown = Reflect.get(branch, name)
      return place !== null && !Number.isFinite(place)
    })
    return [...shown, ...misnamed, ...notText, ...notList, ...noPlace]
  }

  test('all fields missing: empty texts, empty lists, no coordinates', () => {
    const [branch] = readBranches('[{"postID":"1"}]')
    expect(branch).toEqual({
      postID: '1',
      ...Object.fromEntries([...texts, ...contacts, 'postDay'].map((name) => [name, ''])),
      ...Object.fromEntries(lists.map((name) => [name, []])),
      latitude: null,
      longitude: null,
    })
  })

  function leavesOf(value: unknown): string[] {
    if (value === null) return []
    if (typeof value === 'object') return Object.values(value).flatMap(leavesOf)
    return typeof value === 'string' ? [value] : [`${typeof value} ${JSON.stringify(value)}`]
  }
})

describe('texts', () => {
  test('numbers become digits', () => {
    expect(readPost({ postTitle: 63, postSubTitle: 0.5 })).toMatchObject({
      postTitle: '63',
      postSubTitle: '0.5',
    })
  })

  test('Arabic, combining marks, emoji and zero-width joiners are unchanged', () => {
    const postTitle = 'قاطعُ الدّائرة ٦٣ أمبير 👷🏽‍♀️ e\u0301 می‌خواهم'
    expect(readPost({ postTitle }).postTitle).toBe(postTitle)
  })

  test('inner tabs and line breaks stay; outer white space is trimmed', () => {
    expect(readPost({ postTitle: ' \n one\ttwo\r\nthree \u00a0' }).postTitle).toBe(
      'one\ttwo\r\nthree',
    )
  })

  const gone: [what: string, character: string][] = [
    ['NUL', '\u0000'],
    ['BEL', '\u0007'],
    ['vertical tab', '\u000b'],
    ['form feed', '\u000c'],
    ['ESC', '\u001b'],
    ['DEL', '\u007f'],
    ['a C1 control character', '\u0085'],
    ['a high surrogate alone', '\ud83d'],
    ['a low surrogate alone', '\udc4d'],
    ['the replacement character', '\ufffd'],
    ['a left-to-right embedding', '\u202a'],
    ['a right-to-left embedding', '\u202b'],
    ['a pop of a direction', '\u202c'],
    ['a left-to-right override', '\u202d'],
    ['a right-to-left override', '\u202e'],
  ]
  test.each(gone)('%s is removed from titles, file names and rich text', (_, character) => {
    const post = readPost({
      postTitle: `one${character}two`,
      postImage: `one${character}two.png`,
      postDetails: `<p>one${character}two</p>`,
      postSpecs: [{ name: `n${character}`, value: `v${character}`, unit: `u${character}` }],
    })
    expect(post).toMatchObject({
      postTitle: 'onetwo',
      postImage: 'onetwo.png',
      postDetails: '<p>onetwo</p>',
      postSpecs: [{ name: 'n', value: 'v', unit: 'u' }],
    })
  })

  test('markup in a title is text, not markup', () => {
    const postTitle = '<script>alert(1)</script> & "quotes"'
    expect(readPost({ postTitle }).postTitle).toBe(postTitle)
  })

  const encoded: [written: string, title: string][] = [
    ['Cables &amp; Wires', 'Cables & Wires'],
    ['&quot;TM63&quot; &#39;C16&#39; &#x2013; new', '"TM63" \'C16\' – new'],
    ['مولد&nbsp;كهربائي&nbsp;400&nbsp;kVA', 'مولد كهربائي 400\u00a0kVA'],
    ['&laquo;لوحة&raquo;', '«لوحة»'],
    ['One<br>Two<br/>Three<BR />', 'One Two Three'],
    ['<br>', ''],
    ['<b>Title</b>', 'Title'],
    ['<p class="x"><strong>Title</strong> here</p>', 'Title here'],
    ['<div>One</div><div>Two</div>', 'One Two'],
    ['&lt;b&gt;Title&lt;/b&gt;', 'Title'],
    ['6 mm<sup>2</sup>, H<sub>2</sub>O', '6 mm², H₂O'],
    ['&amp;amp;', '&amp;'],
    ...[
      ...['A < B', 'P&ID', 'AT&T', 'R&D &amp; more', 'x <5 kV', '5 > 4', '&unknown;', '&#0;', '&'],
      ...['<b>', '< b >x</ b >', 'a <br', '<script>alert(1)</script>', 'Tom & "Jerry"'],
    ].map((text): [string, string] => [text, text]),
  ]
  test.each(encoded)('the title %j is %j', (written, title) => {
    const post = { postID: '1', postTitle: written, postSubTitle: written }
    const spec = { name: `n ${written}`, value: `v ${written}`, unit: written }
    const file = { fileName: 'a.pdf', fileTitle: written }
    const [read] = readPosts('post', [{ ...post, postSpecs: [spec], postFiles: [file] }])
    expect(read).toMatchObject({ postTitle: title, postSubTitle: title })
    expect(read?.postSpecs[0]).toEqual({
      name: `n ${title}`.trim(),
      value: `v ${title}`.trim(),
      unit: title,
    })
    expect(read?.postFiles[0]?.fileTitle).toBe(title)
  })

  test('titles of a response that was cut are the same when it is read again', () => {
    const read = (body: Uint8Array) => readResponse('post', 'En', false, body, 'Asia/Riyadh')
    const posts = encoded.map(([postTitle], postID) => ({ postID, postTitle }))
    const long = { postID: 'long', postTitle: 'x'.repeat(1_000) }
    const first = read(new TextEncoder().encode(JSON.stringify([...posts, long])))
    expect(first.facts.cutCount).toBe(1)
    expect(read(first.facts.cutBody ?? new Uint8Array()).items).toEqual(first.items)
  })

  test('rich text is sanitised', () => {
    const postDetails = '<h1>Facts</h1><script>alert(1)</script><p onclick="x()">Text</p>'
    expect(readPost({ postDetails }).postDetails).toBe('<h2>Facts</h2><p>Text</p>')
  })
})

describe('dates', () => {
  test.each([
    '2026-03-14',
    '2026-03-14T10:00:00Z',
    '2026-03-14T23:30:00.000+03:00',
    '2026-03-14T10:00Z',
  ])('%s is valid', (postDate) => {
    const post = readPost({ postDate })
    expect(post.postDate).toBe(postDate)
    expect(formatDate(post.postDate, 'En')).toBe('14 March 2026')
  })

  test.each([
    ...['', '0001-01-01T00:00:00', 'soon', '2026-13-01', '2026-02-30T99:00:00Z', 'Invalid Date'],
    ...['Phase 2', 'March', '5', 5, 20260314, null, true, {}, []],
  ])('%j is dropped', (postDate) => {
    expect(readPost({ postDate }).postDate).toBe('')
  })
})

describe('names and prototypes', () => {
  test('__proto__ and similar keys in a response pollute nothing', () => {
    const [branch] = readBranches(
      `[{"__proto__":{"postTitle":"from the prototype","polluted":1},
         "constructor":{"prototype":{"polluted":1}},
         "postID":"1",
         "postSpecs":[{"__proto__":{"name":"n","value":"v"}},{"name":"a","value":"b","unit":"c"}],
         "postFiles":[{"__proto__":{"fileName":"x.pdf"}}]}]`,
    )
    expect(branch).toMatchObject({ postID: '1', postTitle: '', postFiles: [] })
    expect(branch?.postSpecs).toEqual([{ name: 'a', value: 'b', unit: 'c' }])
    expect(branch).not.toHaveProperty('polluted')
    expect({}).not.toHaveProperty('polluted')
  })

  test('a post inside __proto__ is not a post', () => {
    expect(readBranches('[{"__proto__":{"postID":"1"}}]')).toEqual([])
  })

  test('unknown fields are dropped', () => {
    const post = readPost({ postTitle: 'A post', secret: 'x', comEmailPass: 'y' })
    expect(post).not.toHaveProperty('secret')
    expect(post).not.toHaveProperty('comEmailPass')
  })
})

describe('contact values are unchanged', () => {
  test('including spaces, plus signs, Arabic and marks', () => {
    const values = {
      adress1: ' شارع الستين،  الرياض ',
      email1: ' info@tayyar.example ',
      phone1: '+966 11 555 0100',
      mapUrl: 'https://www.google.com/maps?q=24.69,46.68&z=15',
      facebook: 'https://facebook.example/تيار',
      youtube: 'https://youtube.example/@tayyar',
      whatsapp: '\u200e+966 50 000 0000',
      telegram: '',
      tweeter: 'https://x.example/tayyar?a=1#b',
      instagram: 'javascript:alert(1)',
    }
    expect(readPosts('contact', [values])[0]).toEqual(values)
  })

  test('a number becomes its digits', () => {
    expect(readPosts('contact', [{ phone1: 966115550100 }])[0]).toMatchObject({
      phone1: '966115550100',
    })
  })

  test('also in a branch', () => {
    const [branch] = readBranches('[{"postID":"1","phone1":" +966 12 ","adress1":"جدة "}]')
    expect(branch).toMatchObject({ phone1: ' +966 12 ', adress1: 'جدة ' })
  })
})

describe('coordinates', () => {
  const places: [value: string, latitude: number | null][] = [
    ['24.6905', 24.6905],
    ['"24.6905"', 24.6905],
    ['"-33"', -33],
    ['0', null],
    ['90', 90],
    ['90.1', null],
    ['-91', null],
    ['"north"', null],
    ['"1e1"', null],
    ['""', null],
    ['1e999', null],
    ['null', null],
  ]
  test.each(places)('latitude %s is %s', (value, latitude) => {
    const [branch] = readBranches(`[{"postID":"1","latitude":${value}}]`)
    expect(branch?.latitude).toBe(latitude)
  })

  test('a longitude is valid up to 180 degrees', () => {
    const [east, far] = readBranches(
      '[{"postID":"1","longitude":-180},{"postID":"2","longitude":180.5}]',
    )
    expect([east?.longitude, far?.longitude]).toEqual([-180, null])
  })
})

describe('file names', () => {
  test.each([
    ...['breaker.png', 'نشرة المنتج.pdf', 'a+b (1).jpg', '..png', '.hidden.png'],
    ...['a.png?w=1', '#1.png', '2024/05/panel.png'],
  ])('"%s" is one', (name) => {
    const post = readPost({
      postImage: name,
      postImages: [name],
      postFiles: [{ fileName: name, fileTitle: 'نشرة' }],
    })
    expect(post.postImage).toBe(name)
    expect(post.postImages).toEqual([name])
    expect(post.postFiles).toEqual([{ fileName: name, fileTitle: 'نشرة' }])
  })

  test.each(['/etc/passwd', '2024/../a.png', 'a%2Fb.png', ''])(
    '"%s" is dropped; the others stay',
    (name) => {
      const post = readPost({
        postTitle: 'A post',
        postImage: name,
        postImages: ['first.png', name, 'last.png'],
        postFiles: [
          { fileName: name, fileTitle: 'bad' },
          { fileName: 'good.pdf', fileTitle: 'good' },
        ],
      })
      expect(post).toMatchObject({ postTitle: 'A post', postImage: '' })
      expect(post.postImages).toEqual(['first.png', 'last.png'])
      expect(post.postFiles).toEqual([{ fileName: 'good.pdf', fileTitle: 'good' }])
    },
  )
})

describe('specifications', () => {
  test('keep their order and numbers; entries without a name or a value are dropped', () => {
    const { postSpecs } = readPost({
      postSpecs: [
        { name: 'Rated current', value: 63, unit: 'A' },
        { name: '', value: '1', unit: 'V' },
        { name: 'Poles', value: 0, unit: null },
        { name: 'Curve', value: '' },
        'Curve: C',
        null,
        { name: 'منحنى الفصل', value: 'ج' },
      ],
    })
    expect(postSpecs).toEqual([
      { name: 'Rated current', value: '63', unit: 'A' },
      { name: 'Poles', value: '0', unit: '' },
      { name: 'منحنى الفصل', value: 'ج', unit: '' },
    ])
  })
})

describe('variants', () => {
  const readProduct = (postVariants: unknown) =>
    readPosts('product', [{ postID: '1', postVariants }])[0]

  test('keep their order; those without a code are dropped, and facts that cannot be read', () => {
    const product = readProduct([
      { code: 'TM63-C16', specs: [{ name: 'Rated current', value: 16, unit: 'A' }] },
      { code: ' ', specs: [{ name: 'Poles', value: '1' }] },
      { code: 'TM63-C20', specs: [{ name: 'Rated current', value: '' }] },
      { code: 'TM63-C25', specs: 'none' },
      { code: 'TM63-C32' },
      { code: { text: 'TM63-C40' }, specs: [{ name: 'Poles', value: '1' }] },
      'TM63-C50',
      null,
      [],
      { code: 63, specs: [null, { name: 'Poles', value: '3' }, { value: '1' }] },
      { code: '<b>C6</b>', specs: [{ name: '<i>Poles</i>', value: '<script>1</script>' }] },
    ])
    expect(product?.postVariants).toEqual([
      { code: 'TM63-C16', specs: [{ name: 'Rated current', value: '16', unit: 'A' }] },
      ...['TM63-C20', 'TM63-C25', 'TM63-C32'].map((code) => ({ code, specs: [] })),
      { code: '63', specs: [{ name: 'Poles', value: '3', unit: '' }] },
      { code: 'C6', specs: [{ name: 'Poles', value: '<script>1</script>', unit: '' }] },
    ])
  })

  test.each([undefined, null, '', 'C16', 16, {}, { code: 'C16' }, [[]], true])(
    '%j is a product without variants',
    (value) => {
      expect(readProduct(value)?.postVariants).toEqual([])
    },
  )

  test('are read in lists of products, and of no other post', async () => {
    const postVariants = [{ code: 'C16', specs: [{ name: 'Poles', value: '1', unit: '' }] }]
    const api = await startRecordingApi(sendJson([{ postID: '1', postVariants }]))
    const content = openContent(api.url).viewPage()
    expect(await content.listProductsOf('t')).toMatchObject([{ postVariants }])
    expect(await content.listSolutionProducts('s')).toMatchObject([{ postVariants }])
    expect((await content.getAllSolutionProducts('s')).posts).toMatchObject([{ postVariants }])
    expect(await content.getSolutionProduct('1')).toMatchObject({ postVariants })
    expect(await content.getNews('1')).not.toHaveProperty('postVariants')
    expect((await content.listProductTypes())[0]).not.toHaveProperty('postVariants')
  })
})

test('the language of a post is one of the two, or not known', () => {
  const values = ['Ar', 'En', 'ar', 'Fr', '', null, 1, ['Ar']]
  const posts = values.map((postLanguage, at) => ({ postID: at + 1, postLanguage }))
  expect(readCards(posts).map(({ postLanguage }) => postLanguage)).toEqual([
    'Ar',
    'En',
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
  ])
})

describe('the availability of an order code', () => {
  const read = (availability: unknown) =>
    readPosts('product', [
      { postID: '1', postVariants: [{ code: 'A', specs: [], availability }] },
    ])[0]?.postVariants[0]
  const asOf = '2026-11-28'

  test.each([
    [
      { state: 'in-stock', asOf },
      { state: 'in-stock', branch: '', asOf },
    ],
    [
      { state: 'in-stock', branch: 'Jeddah', asOf: '2026-11-28T08:00:00Z' },
      { branch: 'Jeddah', asOf },
    ],
    [
      { state: 'days', days: 14, asOf },
      { state: 'days', days: 14 },
    ],
    [
      { state: 'days', days: '14', asOf },
      { state: 'days', days: 14 },
    ],
    [
      { state: 'to-order', days: -1, branch: null, asOf },
      { state: 'to-order', branch: '' },
    ],
    [{ state: 'in-stock', branch: 'x'.repeat(5_000), asOf }, { branch: 'x'.repeat(80) }],
  ])('%j is read', (sent, stated) => {
    expect(read(sent)).toMatchObject({ code: 'A', availability: stated })
  })

  test.each([
    ['no date', { state: 'in-stock' }],
    ['an empty date of a database', { state: 'in-stock', asOf: '0001-01-01T00:00:00' }],
    ['another state', { state: 'sold', asOf }],
    ['days without a number', { state: 'days', asOf }],
    ['a text', 'in stock'],
    ['a list', [{ state: 'in-stock', asOf }]],
    ['null', null],
  ])('%s costs the statement, not the order code', (_, sent) => {
    expect(read(sent)?.code).toBe('A')
    expect(read(sent)?.availability).toBeUndefined()
  })
})
