import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listPostRows } from '../../folder/rows.ts'
import { readFolder } from '../../folder/folder-reader.ts'
import { sanitiseRichText } from '@site/rich-text/sanitise'
import { makeFolder } from '../../../../tests/support/small-sample.ts'
import { readArticle } from './article-html.ts'
import { ImportError } from '../imported.ts'
import { readWordPress } from './read-wordpress.ts'

const site = 'https://pumps.example'
const uploads = `${site}/wp-content/uploads`

interface Fields {
  title?: string
  content?: string
  excerpt?: string
  type?: string
  status?: string
  slug?: string
  date?: string
  id?: number
  more?: string
}

/** An item as WordPress writes it. */
function item(fields: Fields): string {
  const {
    title = 'Title',
    content = 'Text.',
    excerpt = '',
    type = 'post',
    status = 'publish',
  } = fields
  const { slug = 'slug', date = '2013-01-31 10:20:30', id = 1, more = '' } = fields
  return `<item>
    <title>${title}</title>
    <link>${site}/?p=${id}</link>
    <pubDate>Thu, 31 Jan 2013 07:20:30 +0000</pubDate>
    <dc:creator><![CDATA[admin]]></dc:creator>
    <guid isPermaLink="false">${site}/?p=${id}</guid>
    <description></description>
    <content:encoded><![CDATA[${content}]]></content:encoded>
    <excerpt:encoded><![CDATA[${excerpt}]]></excerpt:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date><![CDATA[${date}]]></wp:post_date>
    <wp:post_date_gmt><![CDATA[0000-00-00 00:00:00]]></wp:post_date_gmt>
    <wp:post_name><![CDATA[${slug}]]></wp:post_name>
    <wp:status><![CDATA[${status}]]></wp:status>
    <wp:post_type><![CDATA[${type}]]></wp:post_type>
    <category domain="category" nicename="news"><![CDATA[News]]></category>
    ${more}
    <wp:comment><wp:comment_content><![CDATA[<b>Buy this</b>]]></wp:comment_content></wp:comment>
  </item>`
}

function attachment(id: number, name: string, parent = 0): string {
  const more = `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>${uploads}/${name}</wp:attachment_url>`
  return item({ id, type: 'attachment', status: 'inherit', slug: `file-${id}`, more })
}

const meta = (key: string, value: string | number) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

function exportOf(...items: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file. -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Pumps</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
${items.join('\n')}
</channel></rss>`
}

function fileOf(text: string | Buffer): string {
  const file = path.join(makeFolder(), 'export.xml')
  writeFileSync(file, text)
  return file
}

const read = (...items: string[]) => readWordPress(fileOf(exportOf(...items)))

/** Imports items, and reads the folder that they become: each post as its detail screen gets it. */
async function shown(...items: string[]) {
  const imported = await read(...items)
  const folder = makeFolder()
  for (const { name, text } of [
    ...imported.files,
    ...imported.pictures.map(({ name }) => ({ name: `images/${name}`, text: 'picture' })),
  ]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const { content, problems } = await readFolder(folder)
  expect(problems).toEqual([])
  const posts = [...listPostRows(content)]
    .filter(({ language }) => language === 'En')
    .map(({ type, detailItem }) => ({
      type,
      ...(JSON.parse(detailItem) as Record<string, unknown>),
    }))
  return { ...imported, posts, names: imported.files.map(({ name }) => name) }
}

/** The HTML of the only article. */
async function detailsOf(content: string) {
  const { posts } = await shown(item({ content }))
  return sanitiseRichText(String(Reflect.get(posts[0] ?? {}, 'postDetails')))
}

describe('articles and pages', () => {
  test('an Arabic and an English post become articles with title, date, id and summary', async () => {
    const { posts, names, system } = await shown(
      item({
        title: 'افتتاح: فرع جدة &amp; &#8220;الورشة&#8221; 🎉',
        slug: encodeURIComponent('افتتاح-فرع-جدة').toLowerCase(),
        content: 'نص الخبر.',
        excerpt: 'موجز <b>الخبر</b>',
      }),
      item({
        id: 2,
        title: '<![CDATA["Quoted": a #1 & <b>bold</b> title]]>',
        slug: 'quoted',
        date: '2014-02-03 00:00:00',
      }),
    )
    expect(system).toBe('WordPress')
    expect(names).toEqual(['news/2013-01-افتتاح-فرع-جدة.md', 'news/2014-02-quoted.md'])
    expect(posts).toMatchObject([
      {
        type: 'News',
        postID: 'quoted',
        postTitle: '"Quoted": a #1 & bold title',
        postDate: '2014-02-03',
      },
      {
        postID: 'افتتاح-فرع-جدة',
        postTitle: 'افتتاح: فرع جدة & “الورشة” 🎉',
        postSubTitle: 'موجز الخبر',
        postDate: '2013-01-31',
        postDetails: '<p>نص الخبر.</p>\n',
      },
    ])
  })

  test('pages go to services, projects or the company by their slug or title, also below such a page', async () => {
    const page = (id: number, title: string, slug: string, parent = 0) =>
      item({ id, title, slug, type: 'page', more: `<wp:post_parent>${parent}</wp:post_parent>` })
    const { names } = await shown(
      page(6, 'Installation', 'installation', 2),
      page(1, 'من نحن', encodeURIComponent('من-نحن')),
      page(2, 'Services', 'what-we-do'),
      page(3, 'مشاريعنا', 'work'),
      page(4, 'Terms of service', 'terms-of-service'),
      page(5, 'About', 'about-en'),
    )
    expect(names).toEqual([
      ...['services/installation.md', 'about/من-نحن.md', 'services/what-we-do.md'],
      ...['projects/2013-01-work.md', 'about/terms-of-service.md', 'about/about-en-1.md'],
    ])
  })

  test('what visitors do not see is left out, and counted by its kind', async () => {
    const statuses = ['draft', 'draft', 'private', 'future', 'pending', 'trash', 'auto-draft']
    const { names, notes } = await shown(
      ...statuses.map((status, at) => item({ status, id: at + 10 })),
      item({ more: '<wp:post_password>secret</wp:post_password>' }),
      item({ type: 'revision', status: 'inherit' }),
      item({ type: 'nav_menu_item' }),
      item({ type: 'product' }),
      attachment(3, 'a.jpg'),
      item({ type: 'page', slug: 'cart', content: '[woocommerce_cart]' }),
      item({
        type: 'page',
        slug: 'account',
        content: '<!-- wp:shortcode -->\n[woocommerce_my_account]\n<!-- /wp:shortcode -->',
      }),
      item({
        type: 'page',
        slug: 'checkout',
        content:
          '<!-- wp:woocommerce/checkout --><div>Your cart</div><!-- /wp:woocommerce/checkout -->',
      }),
      item({ slug: 'seen', content: `<a href="${uploads}/2013/guide.pdf">Guide</a>` }),
    )
    expect(names).toEqual(['news/2013-01-seen.md'])
    expect(notes).toEqual([
      'Articles and pages: news/ 1',
      'Pictures of articles: 0',
      'Posts and pages left out: page without a text 3, draft 2, private 1, scheduled 1, pending review 1, in the trash 1, automatic draft 1, protected by a password 1',
      'Neither posts nor pages, left out: revision 1, menu item 1, product 1, media file 1',
      'Links to documents of the old site: 1; save these in files/ before it ends',
    ])
  })

  test('two articles with one slug have names and ids of their own, and a date that is none is left out', async () => {
    const { names, posts } = await shown(
      item({}),
      item({ id: 2, slug: 'Slug' }),
      item({ id: 3, slug: '%zz/..', title: 'CON', date: '0000-00-00 00:00:00' }),
      item({ id: 4, slug: '', title: '', date: '2013-02-31 00:00:00' }),
    )
    expect(names).toEqual([
      ...[
        'news/2013-01-slug.md',
        'news/2013-01-slug-2.md',
        'news/2013-01-zz.md',
        'news/2013-01-news.md',
      ],
    ])
    expect(new Set(posts.map((post) => Reflect.get(post, 'postID')))).toEqual(
      new Set(['slug', 'Slug-2', '2013-01-zz', '2013-01-news']),
    )
  })
})

describe('texts', () => {
  test.each([
    [
      'the classic editor’s blank lines and line ends',
      'One\ntwo\n\nThree',
      '<p>One<br>two</p>\n<p>Three</p>',
    ],
    [
      'text after a block',
      '<h2>Head</h2>\nOne\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nTwo',
      '<h2>Head</h2>\n<p>One</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>Two</p>',
    ],
    ['code', '<pre>a\n\nb &lt;i&gt;</pre>', '<pre><code>a\n\nb &lt;i&gt;\n</code></pre>'],
    [
      'code of a plugin',
      'a\n[sourcecode lang="py"]\nx\n\n  y\n[/sourcecode]\nb',
      '<p>a</p><pre><code>x\n\n  y</code></pre><p>b</p>',
    ],
    [
      'blocks',
      '<!-- wp:paragraph {"x":"-"} -->\n<p>One\ntwo &amp; 5 &lt; 6</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h3>Head</h3>\n<!-- /wp:heading -->',
      '<p>One two &amp; 5 &lt; 6</p>\n<h3>Head</h3>',
    ],
    [
      'a broken half-tag, entities and emoji',
      'A&nbsp;&eacute; 😀 <b>bold</i> x &copy; <em',
      '<p>A é 😀 <strong>bold x ©</strong></p>',
    ],
    [
      'prose in brackets',
      'See [1] and [see below], [sic] [[gallery]]',
      '<p>See [1] and [see below], [sic] [gallery]</p>',
    ],
    [
      'signs of Markdown',
      '1. One\n# two\n5*3*2 _x_ `y` a|b',
      '<p>1. One<br># two<br>5*3*2 _x_ `y` a|b</p>',
    ],
    [
      'a video',
      '[youtube https://youtu.be/abc]\n\n[embed]https://vimeo.com/12[/embed]',
      '<p><a href="https://youtu.be/abc">https://youtu.be/abc</a></p>\n<p><a href="https://vimeo.com/12">https://vimeo.com/12</a></p>',
    ],
    [
      'a link',
      'See <a href="https://a.example/x_(y)?a=1&amp;b=2" target="_blank">the page</a>!',
      '<p>See <a href="https://a.example/x_%28y%29?a=1&amp;b=2">the page</a>!</p>',
    ],
  ])('%s', async (_, content, html) => {
    expect(await detailsOf(content)).toBe(sanitiseRichText(html))
  })

  test('a file of the block editor is one link, without its button', () => {
    const link = `<a href="${uploads}/list.pdf">List</a>`
    const button = `<a href="${uploads}/list.pdf" class="wp-block-file__button wp-element-button" download>Download</a>`
    const { html } = readArticle(
      `<!-- wp:file --><div class="wp-block-file">${link}${button}</div><!-- /wp:file -->`,
      () => [],
    )
    expect(html).toBe(`<div class="wp-block-file">${link}</div>`)
  })

  test('shortcodes of plugins are removed around their text, and counted', async () => {
    const { posts, notes } = await shown(
      item({
        content:
          '[vc_row el="a]b"][vc_column]Text[/vc_column][/vc_row]\n\n[contact-form-7 id="1"]\n\nEnd [icon name=x].',
      }),
    )
    expect(posts).toMatchObject([{ postDetails: '<p>Text</p>\n<p>End .</p>\n' }])
    expect(notes.at(-1)).toMatch(
      /removed: \[vc_row\] 1, \[vc_column\] 1, \[contact-form-7\] 1, \[icon\] 1$/,
    )
  })
})

describe('pictures', () => {
  test('those of the text are in the gallery, once in whatever size, and the featured one leads', async () => {
    const { posts, pictures, files } = await shown(
      item({
        more: meta('_thumbnail_id', 7) + meta('_edit_last', 1),
        content: [
          `<a href="${uploads}/pump.jpg"><img class="size-medium" src="${uploads}/pump-300x200.jpg" alt="A pump" /></a>`,
          `[caption id="x" width="300"]<img src="http://pumps.example/wp-content/uploads/pump-1024x683.jpg?w=5"> The pump[/caption]`,
          `<img src='/wp-content/uploads/big-1024x683.jpg'> <img src="${uploads}/featured-100x100.png">`,
          '[gallery ids="8,9,99"]',
          '<img src="data:image/png;base64,AAAA"> <img src="//other.example/a/pump.jpg"> <img src="ftp://x.example/a.png">',
        ].join('\n\n'),
      }),
      attachment(5, 'pump.jpg'),
      attachment(6, 'big-scaled.jpg'),
      attachment(7, 'featured.png'),
      attachment(8, `${encodeURIComponent('مضخة كبيرة')}.jpg`),
      attachment(9, 'PUMP.JPG'),
    )
    const gallery = ['pump.jpg', 'big-scaled.jpg', 'مضخة كبيرة.jpg', 'PUMP-2.jpg', 'pump-3.jpg']
    expect(posts).toMatchObject([
      { postImage: 'featured.png', postImages: gallery, postDetails: '<p>The pump</p>\n' },
    ])
    expect(files[0]?.text).not.toContain('![')
    expect(pictures.map(({ address }) => address).toSorted()).toEqual([
      'https://other.example/a/pump.jpg',
      `${uploads}/%D9%85%D8%B6%D8%AE%D8%A9%20%D9%83%D8%A8%D9%8A%D8%B1%D8%A9.jpg`,
      ...['PUMP.JPG', 'big-scaled.jpg', 'featured.png', 'pump.jpg'].map(
        (name) => `${uploads}/${name}`,
      ),
    ])
  })

  test('a gallery without ids shows the pictures of its article', async () => {
    const { posts } = await shown(
      item({ id: 4, content: '[gallery]' }),
      attachment(5, 'a.jpg', 4),
      attachment(6, 'b.jpg'),
    )
    expect(posts).toMatchObject([{ postImages: ['a.jpg'], postDetails: '' }])
  })
})

describe('a file that cannot be read says why, and where', () => {
  const bomb = `<?xml version="1.0"?>\n<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<rss/>`
  test.each([
    [
      'a file that was cut off',
      exportOf(item({})).slice(0, -300),
      'line 21: it ends here, in the middle',
    ],
    [
      'another feed',
      '<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>',
      'line 2: it is no export of WordPress',
    ],
    ['a page', '<!DOCTYPE html><html><p>x</html>', 'line 1: it is no export of WordPress'],
    [
      'a picture',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAA', 'base64'),
      'line 4: it is no export of WordPress',
    ],
    ['nothing', '', 'line 1: it is no export of WordPress'],
    ['entities that multiply', bomb, 'line 2: it declares entities'],
    [
      'elements without an end',
      `<rss xmlns:wp="http://wordpress.org/export/1.2/">${'<a>'.repeat(100)}`,
      'line 1: its elements are nested too deeply',
    ],
  ])('%s', async (_, text, reason) => {
    const error: unknown = await readWordPress(fileOf(text)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ImportError)
    expect(String(error)).toContain(`export.xml, ${reason}`)
  })

  test('control characters and unknown entities, which plugins leave, do not stop it', async () => {
    const { posts } = await shown(item({ title: 'A&nbsp;B &undefined; C', content: 'x\u0008y' }))
    expect(posts).toMatchObject([{ postTitle: 'A B &undefined; C', postDetails: '<p>xy</p>\n' }])
  })
})
