import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { startContentService } from '../service/service.ts'
import { formatProblem } from './folder-files.ts'
import { readFolder } from './folder-reader.ts'
import { getPosts, idsOf, startForTests } from '../../../tests/support/content-client.ts'
import { makeFolder, writeFiles, writeSmallSample } from '../../../tests/support/small-sample.ts'

vi.setConfig({ testTimeout: 30_000 })

function folderOf(files: Record<string, string>) {
  const folder = makeFolder()
  writeFiles(folder, files)
  return folder
}

const serve = (files: Record<string, string>) => startForTests({ contentDir: folderOf(files) })

describe('what a folder may leave out', () => {
  test('an empty folder is a service without posts', async () => {
    const service = await serve({})
    for (const Type of ['News', 'Products', 'Footer.Data', 'ContactData']) {
      expect(await getPosts(service, { Type })).toEqual([])
    }
  })

  test('a post in one language is in the lists of both, and says which it is', async () => {
    const service = await serve({
      'services.yaml':
        '- title: تركيب المضخات\n  details: نص\n- Ar: { title: صيانة }\n  En: { title: Maintenance }',
    })
    const arabic = await getPosts(service, { Type: 'Services', Lang: 'Ar' })
    const english = await getPosts(service, { Type: 'Services', Lang: 'En' })
    expect(english.map(({ postTitle }) => postTitle)).toEqual(['تركيب المضخات', 'Maintenance'])
    expect(english.map(({ postLanguage }) => postLanguage)).toEqual(['Ar', undefined])
    expect(arabic.map(({ postLanguage }) => postLanguage)).toEqual([undefined, undefined])
  })

  test('a note on prices is in the footer of both languages, or of none', async () => {
    const service = await serve({
      'footer.yaml': 'title: Pumps\npriceNote: { Ar: اسألنا, En: Ask us }',
    })
    const notes = ['Ar', 'En'].map(async (Lang) => {
      const [footer] = await getPosts(service, { Type: 'Footer.Data', Lang })
      return footer?.['priceNote']
    })
    expect(await Promise.all(notes)).toEqual(['اسألنا', 'Ask us'])
  })

  test('ids come from file names and titles, in any script, and are unique', async () => {
    const service = await serve({
      'services.yaml': '- title: تَركيب المضخّات\n- title: تركيب المضخات\n- title: "P&ID, 3rd"',
      'news/01-افتتاح فرع جدة.md': '# خبر',
      'news/2026.yaml': 'title: السنة',
    })
    const ids = async (Type: string) =>
      idsOf(await getPosts(service, { Type, Lang: 'Ar' })).toSorted()
    expect(await ids('Services')).toEqual(['p-id-3rd', 'تركيب-المضخات', 'تركيب-المضخات-2'])
    expect(await ids('News')).toEqual(['2026', 'افتتاح-فرع-جدة'])
  })
})

describe('texts as people write them', () => {
  test('a Markdown article has its title in its first line, and facts before it', async () => {
    const service = await serve({
      'blog/one.md':
        '---\ndate: 2026-03-14\nimage: a.jpg\n---\n\n# A *title*\n\nText\non two lines.\n',
      'blog/two.md': 'Only text',
      'blog/three.ar.md': '# ثلاثة\n\nنص',
      'blog/three.en.md': '# Three\n\nText',
    })
    const posts = await getPosts(service, { Type: 'Blog', Lang: 'En' })
    expect(posts).toMatchObject([
      { postID: 'one', postTitle: 'A *title*', postDate: '2026-03-14', postImage: 'a.jpg' },
      { postID: 'three', postTitle: 'Three', postDetails: '<p>Text</p>\n' },
      { postID: 'two', postTitle: 'two', postDetails: '<p>Only text</p>\n' },
    ])
    expect(posts[0]?.['postDetails']).toBe('<p>Text<br>on two lines.</p>\n')
  })

  test('Windows line ends, a byte order mark, UTF-16 and the Arabic code page are read', async () => {
    const folder = folderOf({ 'about.yaml': '\uFEFF- title: One\r\n  details: Text\r\n' })
    const utf16 = Buffer.from('\uFEFF- title: هدف', 'utf16le')
    writeFileSync(path.join(folder, 'company-goals.yaml'), utf16)
    // "- title: خبر" in windows-1256.
    writeFileSync(
      path.join(folder, 'services.yaml'),
      Buffer.concat([Buffer.from('- title: '), Buffer.from([0xce, 0xc8, 0xd1])]),
    )
    const { content, problems } = await readFolder(folder)
    expect(problems).toEqual([])
    expect(content.about[0]?.En).toEqual({ title: 'One', subTitle: '', details: 'Text' })
    expect(content.companyGoals[0]?.Ar.title).toBe('هدف')
    expect(content.services[0]?.Ar.title).toBe('خبر')
  })

  test('files have the names they have: in Arabic, with spaces, in another letter case', async () => {
    const folder = folderOf({
      'services.yaml': `
- title: One
  image: images/my photo.jpg
  gallery: [صورة الورشة.JPEG, café.png]
  files: ["دليل 1+2 #3.dwg", { fileName: plan.PDF, title: The plan }, none.zip]
`,
    })
    const names = ['images/My Photo.JPG', 'images/صورة الورشة.JPEG', 'images/cafe\u0301.png']
    names.push('files/دليل 1+2 #3.dwg', 'files/plan.pdf')
    for (const part of ['images', 'files']) mkdirSync(path.join(folder, part), { recursive: true })
    for (const name of names) writeFileSync(path.join(folder, name), name)
    const reports: string[] = []
    const service = await startContentService({
      dataDir: makeFolder(),
      contentDir: folder,
      report: (line) => reports.push(line),
    })
    try {
      const [post] = await getPosts(service, {
        check: 'getPostDetails',
        Type: 'Services',
        PostId: 'one',
      })
      expect(post).toMatchObject({
        postImage: 'My Photo.JPG',
        postImages: ['صورة الورشة.JPEG', 'cafe\u0301.png'],
        postFiles: [
          { fileName: 'دليل 1+2 #3.dwg', fileTitle: 'دليل 1+2 #3' },
          { fileName: 'plan.pdf', fileTitle: 'The plan' },
        ],
      })
      for (const name of names) {
        const file = name.replace(/^\w+\//, '')
        const response = await fetch(`${service.url}/images/post/${encodeURIComponent(file)}`)
        expect(await response.text()).toBe(name)
      }
      expect(reports).toEqual([
        'content: services.yaml, line 5: there is no file "none.zip" in images/ or files/, so it is not shown',
      ])
    } finally {
      await service.close()
    }
  })
})

describe('while the service runs', () => {
  /** A service whose changes are recorded. */
  async function follow(contentDir: string, dataDir = makeFolder()) {
    const changes: { types: string[]; files: string[] }[] = []
    const reports: string[] = []
    const service = await startContentService({
      dataDir,
      contentDir,
      onChange: ({ types, files }) => changes.push({ types, files }),
      report: (line) => reports.push(line),
    })
    return { service, changes, reports }
  }

  test('a change is served, and names the types that it concerns', async () => {
    const folder = writeSmallSample()
    const { service, changes } = await follow(folder)
    try {
      writeFiles(folder, { 'news/opening.md': '---\ndate: 2026-05-01\n---\n# Opening' })
      await eventually(() => expect(changes).toHaveLength(1))
      expect(changes).toEqual([{ types: ['News'], files: [] }])
      const [first] = await getPosts(service, { Type: 'News', Lang: 'En' })
      expect(first?.['postTitle']).toBe('Opening')

      writeFileSync(path.join(folder, 'images/breaker-1.png'), 'another picture')
      rmSync(path.join(folder, 'solutions.yaml'))
      await eventually(() => expect(changes).toHaveLength(2))
      expect(changes[1]?.files).toEqual(['breaker-1.png'])
      expect(changes[1]?.types.toSorted()).toEqual([
        ...['Projects', 'SolProducts', 'SolProductsBackground', 'Solutions'],
      ])
    } finally {
      await service.close()
    }
  })

  test('a mistake changes nothing but the log, and its correction is served', async () => {
    const folder = writeSmallSample()
    const { service, changes, reports } = await follow(folder)
    try {
      const titles = async () =>
        (await getPosts(service, { Type: 'About' })).map(({ postTitle }) => postTitle)
      writeFiles(folder, { 'about.yaml': '- title: Two\n  date: 14.3.2026' })
      await eventually(() => expect(reports).toHaveLength(1))
      expect(reports).toEqual([
        'content: about.yaml, line 2: date must be a date such as 2026-03-14',
      ])
      expect(await titles()).toEqual(['Title about-1'])
      writeFiles(folder, { 'about.yaml': '- title: Two\n  date: 2026-03-14' })
      await eventually(() => expect(changes).toHaveLength(1))
      expect(await titles()).toEqual(['Two'])
      expect(reports).toHaveLength(1)
    } finally {
      await service.close()
    }
  })

  test('files of editors, and a folder that is gone for a moment, change nothing', async () => {
    const folder = writeSmallSample()
    const { service, changes, reports } = await follow(folder)
    try {
      const passing = [
        '.about.yaml.swp',
        'about.yaml~',
        '~$products.xlsx',
        '#news.yaml#',
        'x.tmp',
        '4913',
      ]
      for (const name of passing) writeFileSync(path.join(folder, name), '- wrong: true')
      mkdirSync(path.join(folder, '.git'))
      renameSync(folder, `${folder}-away`)
      await eventually(() => expect(reports).toHaveLength(1))
      expect(reports[0]).toContain('The content folder cannot be read, so its last content stays')
      expect(await getPosts(service, { Type: 'About' })).toHaveLength(1)
      renameSync(`${folder}-away`, folder)
      writeFiles(folder, { 'work-fields.yaml': '- title: Field' })
      await eventually(() => expect(changes).toHaveLength(1))
      expect(changes[0]?.types).toEqual(['WorkFields'])
      expect(reports).toHaveLength(1)
    } finally {
      await service.close()
    }
  })

  test('a folder that cannot be read at a start keeps the content of the start before', async () => {
    const [folder, dataDir] = [writeSmallSample(), makeFolder()]
    const first = await follow(folder, dataDir)
    await first.service.close()
    renameSync(folder, `${folder}-away`)
    const { service, reports, changes } = await follow(folder, dataDir)
    try {
      expect(reports).toEqual([expect.stringContaining('whose last content stays: cannot be read')])
      expect(await getPosts(service, { Type: 'About' })).toHaveLength(1)
      renameSync(`${folder}-away`, folder)
      writeFiles(folder, { 'work-fields.yaml': '- title: Field' })
      await eventually(() => expect(changes[0]?.types).toEqual(['WorkFields']))
    } finally {
      await service.close()
    }
    await expect(follow(`${folder}-none`)).rejects.toThrow('ENOENT')
  })

  test('another folder does not inherit the last good content', async () => {
    const dataDir = makeFolder()
    const first = await follow(writeSmallSample(), dataDir)
    await first.service.close()
    const second = await follow(folderOf({ 'about.yaml': '- titel: x' }), dataDir)
    try {
      expect(await getPosts(second.service, { Type: 'About' })).toEqual([])
    } finally {
      await second.service.close()
    }
  })
})

test('dates and coordinates are read as people write them', async () => {
  const { content, problems } = await readFolder(
    folderOf({
      'news.yaml': '- title: One\n  date: ٢٠٢٦-٠٣-١٤',
      'branches.yaml': '- title: Two\n  latitude: "24.7136, 46.6753"\n- title: Three',
    }),
  )
  expect(problems).toEqual([])
  expect(content.news[0]?.date).toBe('2026-03-14')
  expect(content.branches).toMatchObject([
    { latitude: 24.7136, longitude: 46.6753 },
    { latitude: null, longitude: null },
  ])
})

test('direction marks and no-break spaces that come with pasted text do no harm', async () => {
  const { content, problems } = await readFolder(
    folderOf({
      'news.yaml':
        '- title: خبر\n\u00a0 date: \u200f٢٠٢٦\u201103\u201114\n\u200f  details: |\n    63\u00a0A',
      'blog/first.md': '\u200f--- \n\u200ftitle:\u00a0مقال\n\u200f---\nنص',
      'products.csv': 'Name,Code\nPump,\u200eP\u20111',
    }),
  )
  expect(problems).toEqual([])
  expect(content.news[0]).toMatchObject({ date: '2026-03-14', Ar: { details: '63\u00a0A' } })
  expect(content.blog[0]?.Ar).toEqual({ title: 'مقال', subTitle: '', details: 'نص' })
  expect(content.categories[0]?.types[0]?.products[0]?.variants[0]?.code).toBe('P-1')
})

test('a second file with contact data is named', async () => {
  const { content, problems } = await readFolder(
    folderOf({ 'contact/a.yaml': 'phone1: 011', 'contact/b.yaml': 'phone1: 012' }),
  )
  expect(content.contact?.phone1).toBe('011')
  expect(problems.map(formatProblem)).toEqual([
    'contact/b.yaml: is left out: there is one contact, which is in contact/a.yaml',
  ])
})

test('what else lies in the folder does no harm: other folders, a replacement sign in a text', async () => {
  const folder = folderOf({ 'services.yaml': '- title: "\uFFFD نص"' })
  mkdirSync(path.join(folder, 'lost+found'), { mode: 0 })
  mkdirSync(path.join(folder, 'node_modules/x'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/x/news.yaml'), 'broken: [')
  const { content, problems } = await readFolder(folder)
  expect(problems).toEqual([])
  expect(content.services[0]?.Ar.title).toBe('\uFFFD نص')
})

test('names of Object.prototype are labels like others', async () => {
  const { content, problems } = await readFolder(
    folderOf({ 'products.csv': 'Name,Code,constructor,toString (Ar)\nPump,P-1,1,2\nPump,P-2,3,4' }),
  )
  expect(problems).toEqual([])
  const [pump] = content.categories[0]?.types[0]?.products ?? []
  expect(pump?.specs.map(({ name, value }) => [name.En, value])).toEqual([
    ['constructor', '1, 3'],
    ['toString', { Ar: '2, 4', En: '2, 4' }],
  ])
})

test('labels need no list: a name with its unit is one, in either language', async () => {
  const { content, problems } = await readFolder(
    folderOf({
      'specifications.yaml': 'flow: { name: { Ar: التدفق, En: Flow }, unit: m³/h }',
      'products/pumps.yaml': `
title: Pumps
types:
  - title: Submersible
    keySpecs: [التدفق]
    products:
      - title: NB-40
        specs: { "Power (kW)": 7.5, "Flow (m³/h)": 12–40, Colour: blue }
`,
    }),
  )
  expect(problems.map(formatProblem)).toEqual([])
  const specs = content.categories[0]?.types[0]?.products[0]?.specs
  expect(specs?.map(({ name, value, unit }) => [name.En, name.Ar, value, unit])).toEqual([
    ['Power', 'Power', '7.5', 'kW'],
    ['Flow', 'التدفق', '12–40', 'm³/h'],
    ['Colour', 'Colour', 'blue', ''],
  ])
})

test('fields of other programs cost no article, and are said once; drafts stay back', async () => {
  const matter = (more: string) =>
    `---\ntitle: One\ndate: 2013-01-11T20:22:19Z\nlayout: post\ntags: [a, b]\nimage: https://x.example/a.jpg\n${more}---\n\nText.\n`
  const { content, problems } = await readFolder(
    folderOf({
      'news/one.md': matter(''),
      'news/two.md': matter('draft: false\n'),
      'news/three.md': matter('draft: true\n'),
      'news/four.md': matter('published: false\n'),
      'news/five.md': '---\ndate: soon\n---\n\nText.\n',
    }),
  )
  expect(content.news.map(({ id, date }) => [id, date])).toEqual([
    ['five', undefined],
    ['one', '2013-01-11'],
    ['two', '2013-01-11'],
  ])
  expect(problems.map(formatProblem)).toEqual([
    expect.stringMatching(/^news\/five.md, line 2: warning: date must be a date/),
    expect.stringMatching(/^news\/four.md: warning: is a draft, .* \(and in 1 more place\)$/),
    expect.stringMatching(
      /^news\/one.md, line 6: warning: image .* an address.* \(and in 1 more place\)$/,
    ),
    expect.stringMatching(
      /^news\/one.md, line 4: warning: .*"layout".*"tags".* \(and in 1 more place\)$/,
    ),
  ])
})
