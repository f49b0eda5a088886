import { describe, expect, test } from 'vitest'
import { sanitiseRichText } from '../sanitise.ts'
import { pictureAddress } from '../../../server/content/posts/post-fields.ts'
import { pastedSamples } from '../../../tests/support/pasted-samples.ts'

const words = {
  video: 'Video',
  audio: 'Audio',
  map: 'Map',
  document: 'Document',
  page: 'Embedded page',
}

describe('a text arrives as it was meant from', () => {
  test.each(pastedSamples)('$from', ({ html, page }) => {
    const text = sanitiseRichText(html, { words, pictureAddress })
    expect(text).toBe(page)
    expect(sanitiseRichText(text, { words, pictureAddress })).toBe(text)
  })
})

describe('a removed block ends a paragraph', () => {
  const names = [
    ...['div', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'center', 'form'],
    ...['fieldset', 'address', 'details', 'hgroup', 'dialog', 'td', 'th', 'tr', 'caption'],
    ...['figcaption', 'marquee', 'noscript', 'object'],
  ]
  test.each(names)('%s', (name) => {
    const html = `<p>x</p>مولد<${name}>كهربائي</${name}>محول`
    expect(sanitiseRichText(html)).toBe('<p>x</p><p>مولد</p><p>كهربائي</p><p>محول</p>')
  })

  test('in an item and in a cell too', () => {
    expect(sanitiseRichText('<ul><li><div>One</div><div>Two</div></li></ul>')).toBe(
      '<ul><li><p>One</p><p>Two</p></li></ul>',
    )
    const row = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`
    expect(sanitiseRichText(row('<td>One<div>Two</div></td><td><div>3</div></td>'))).toBe(
      row('<td>One<p>Two</p></td><td>3</td>'),
    )
  })
})

describe('lines that look like a list, but may be none, stay lines', () => {
  test.each([
    ['one bullet', 'a\n• b'],
    ['numbers that are no order', '1. a\n3. b'],
    ['years', '2024- a\n2025- b'],
    ['decimal numbers', '1.5 mm\n2.5 mm'],
    ['temperatures', '- 5 °C\n- 10 °C'],
    ['numbers apart', '1. a\ntext\n2. b'],
    ['different bullets', '• a\n▪ b'],
  ])('%s', (_, text) => {
    expect(sanitiseRichText(text)).toBe(text.replaceAll('\n', '<br />'))
  })
})

describe('where a link leads', () => {
  const own = 'company.example'
  test.each([
    ['www.company.com', 'https://www.company.com'],
    ['WWW.Company.com/x?y=1#z', 'https://WWW.Company.com/x?y=1#z'],
    ['company.com', 'https://company.com'],
    ['company.com.sa/ar/products', 'https://company.com.sa/ar/products'],
    ['company.com:8080/x', 'https://company.com:8080/x'],
    ['شركة.السعودية', 'https://شركة.السعودية'],
    ['//cdn.company.com/a.pdf', 'https://cdn.company.com/a.pdf'],
    ['http//www.company.com', 'https://www.company.com'],
    ['http://https://www.company.com', 'https://www.company.com'],
    [' https://www.company.com\n', 'https://www.company.com'],
    ['info@company.com', 'mailto:info@company.com'],
    ['http://info@company.com', 'mailto:info@company.com'],
    ['mailto:info@company.com?subject=Hi', 'mailto:info@company.com?subject=Hi'],
    ['mailto: info@company.com', 'mailto:info@company.com'],
    ['mailto:a@b.example, c@d.example', 'mailto:a@b.example, c@d.example'],
    ['tel:+966 11 555 0100', 'tel:+966115550100'],
    ['tel:٠١١ ٥٥٥ ٠١٠٠', 'tel:0115550100'],
    ['tel:+966 (0)11 555-0100', 'tel:+966115550100'],
    ['tel:00966115550100', 'tel:+966115550100'],
    ['callto:0115550100', 'tel:0115550100'],
    ['011 555 0100', 'tel:0115550100'],
    ['whatsapp://send?phone=966500000000', 'https://wa.me/966500000000'],
    ['/products/x?lang=En#y', '/products/x?lang=En#y'],
    ['https://company.example/products/x?lang=En#y', '/products/x?lang=En#y'],
    ['http://Company.example', '/'],
    ['https://www.company.example/products/x', '/products/x'],
    ['www.company.example/products/x', '/products/x'],
    ['https://wa.me/0501234567', 'https://wa.me/966501234567'],
    ['https://wa.me/00966501234567?text=Hi', 'https://wa.me/966501234567?text=Hi'],
    ['https://api.whatsapp.com/send?phone=0501234567', 'https://wa.me/966501234567'],
    ['whatsapp://send?phone=0501234567', 'https://wa.me/966501234567'],
    ['https://wa.me/?text=Hi', 'https://wa.me/?text=Hi'],
    ['https://shop.company.example/x', 'https://shop.company.example/x'],
    ...['../x.html', 'index.html', 'page.php?id=1', 'file:///C:/x.doc', 'C:\\x.doc', '#'].map(
      (href) => [href, null] as const,
    ),
    ...['mailto:', 'mailto:info', 'tel:', 'tel:call us', 'https://', '?x=1', 'about:blank'].map(
      (href) => [href, null] as const,
    ),
    ...['javascript:x', 'https://company example', 'photo.jpg', 'geo:1,2', '#_ftn1'].map(
      (href) => [href, null] as const,
    ),
  ] as const)('%j → %j', (href, target) => {
    const text = sanitiseRichText(`<p><a href="${href}">x</a></p>`, { ownHost: own, country: 'SA' })
    const found = / href="([^"]*)"/.exec(text)?.[1] ?? null
    expect(found).toBe(target)
    expect(text).toContain('x')
    const isElsewhere = target?.startsWith('http') ?? false
    expect(text.includes('nofollow')).toBe(isElsewhere)
    expect(sanitiseRichText(text, { ownHost: own })).toBe(text)
  })

  test('a chat with a local number of an unknown country is a text', () => {
    expect(sanitiseRichText('<p><a href="https://wa.me/0501234567">x</a></p>')).toBe('<p>x</p>')
  })
})

describe('what was embedded is a link to its own page', () => {
  test.each([
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=9',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9s',
    ],
    ['//www.youtube.com/v/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      'https://www.youtube.com/embed/videoseries?list=PL1',
      'https://www.youtube.com/playlist?list=PL1',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
    ],
    ['https://www.dailymotion.com/embed/video/x1', 'https://www.dailymotion.com/video/x1'],
    [
      'https://www.google.com/maps/embed/v1/place?key=K&q=Riyadh',
      'https://www.google.com/maps/search/?api=1&query=Riyadh',
    ],
    ['https://www.google.com/maps/d/embed?mid=1a', 'https://www.google.com/maps/d/viewer?mid=1a'],
    [
      'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fx%2F1',
      'https://www.facebook.com/x/1',
    ],
    ['https://elsewhere.example/f?a=1', 'https://elsewhere.example/f?a=1'],
    ['video.mp4', null],
    ['https://cdn.example/film.swf', null],
    ['javascript:x', null],
  ])('%s', (address, page) => {
    const text = sanitiseRichText(`<p>x</p><iframe src="${address}"></iframe>`, { words })
    const href = / href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
    expect(href).toBe(page)
  })
})
