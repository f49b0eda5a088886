import { expect, inject, test } from 'vitest'
import { attributeOf, elementsIn, elementsOf, hasClass, nameOf } from '../support/page-elements.ts'

// What a page offers before any script, and without one: its links and forms.

const siteUrl = inject('siteUrl')

async function open(path: string) {
  const response = await fetch(siteUrl + path, { headers: { cookie: 'lang=En' } })
  const elements = elementsOf(await response.text())
  const hrefs = elements.flatMap((element) => attributeOf(element, 'href') ?? [])
  const named = (name: string) => elements.find((element) => nameOf(element) === name)
  /** Where the link with this name leads. */
  const hrefOf = (name: string) => {
    const link = elements.find((each) => each.tagName === 'a' && nameOf(each) === name)
    return link && attributeOf(link, 'href')
  }
  /** The fields of a form, as a browser would send it without a change. */
  const fieldsOf = (action: string) => {
    const form = elements.find(
      (each) => each.tagName === 'form' && attributeOf(each, 'action') === action,
    )
    return (form ? elementsIn(form) : []).flatMap((field) => {
      const name = attributeOf(field, 'name')
      return name === undefined ? [] : [[name, attributeOf(field, 'value') ?? '']]
    })
  }
  return { status: response.status, elements, hrefs, named, hrefOf, fieldsOf }
}

test('a product is shared, asked for and compared by plain links that name it', async () => {
  const path = '/product-details/tm63-1p-c'
  const { elements, hrefs, hrefOf, named } = await open(path)
  const title = nameOf(elements.find(({ tagName }) => tagName === 'h1')!)
  const address = `${siteUrl}${path}?lang=En`
  expect(hrefs).toContain(`https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`)
  expect(named('Copy link')).toBeUndefined()
  expect(hrefOf('Request a quotation')).toBe('/enquiry?product=tm63-1p-c')
  expect(hrefOf('Compare')).toBe('/compare?ids=tm63-1p-c')
  const message = new URL(hrefOf('Ask on WhatsApp') ?? '').searchParams.get('text')
  expect(message).toBe(`Request for quotation: ${title}\n${address}`)
})

test('each thumbnail of a gallery leads to the whole picture', async () => {
  const { elements } = await open('/product-details/tm125-4p-c')
  const gallery = elements.find((element) => hasClass(element, 'gallery-more'))
  const pictures = (gallery ? elementsIn(gallery) : []).flatMap(
    (each) => attributeOf(each, 'href') ?? [],
  )
  expect(pictures).toHaveLength(3)
  for (const picture of pictures) {
    const response = await fetch(siteUrl + picture, { method: 'HEAD' })
    expect(response.headers.get('content-type'), picture).toMatch(/^image\//)
  }
})

test('the documents of a solution are a link away, and are searched within it', async () => {
  const { hrefs } = await open('/solutionDetails/solution-industry')
  const path = '/documents?solution=solution-industry'
  expect(hrefs).toContain(path)
  expect((await open('/products/home')).hrefs).toContain('/documents')
  const { elements, fieldsOf } = await open(path)
  expect(nameOf(elements.find(({ tagName }) => tagName === 'h1')!)).toMatch(/^Documents for /)
  expect(fieldsOf('/documents')).toEqual(
    expect.arrayContaining([
      ['solution', 'solution-industry'],
      ['q', ''],
    ]),
  )
})

test('the error page leads on, and searches', async () => {
  const { status, hrefOf, elements } = await open('/error_404')
  expect(status).toBe(404)
  for (const name of ['Back to the home page', 'Browse products', 'Solutions', 'Contact']) {
    expect(hrefOf(name), name).toBeDefined()
  }
  expect(hrefOf('Try again')).toBeUndefined()
  const field = elements.find((each) => attributeOf(each, 'id') === 'search-missing')
  expect(field && attributeOf(field, 'name')).toBe('q')
})

test('header and footer have the contact data, each value and icon only if it exists, and a form for the language', async () => {
  const { elements, hrefs, fieldsOf } = await open('/services')
  for (const href of ['tel:+966115550100', 'mailto:info@tayyar.example']) {
    expect(hrefs).toContain(href)
  }
  const rows = elements.filter((each) => hasClass(each, 'social-links'))
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const names = elementsIn(row).filter(({ tagName }) => tagName === 'a')
    expect(names.map(nameOf)).toEqual(['WhatsApp', 'Facebook', 'X (Twitter)', 'YouTube'])
  }
  expect(fieldsOf('/language')).toContainEqual(['lang', 'Ar'])
})

test('the menu has the categories that have types, with their types, and marks the page', async () => {
  const { elements } = await open('/services')
  const menu = elements.find((each) => hasClass(each, 'product-menu'))
  const links = (menu ? elementsIn(menu) : []).flatMap((each) => attributeOf(each, 'href') ?? [])
  const categories = links.filter((href) => href.startsWith('/products-types/'))
  expect(categories).toHaveLength(8)
  expect(categories).not.toContain('/products-types/smart-buildings')
  expect(links.filter((href) => href === '/products/mcb')).toHaveLength(1)
  const marked = elements.filter((each) => attributeOf(each, 'aria-current') === 'page')
  expect(marked.map(nameOf)).toContain('Services')
})
