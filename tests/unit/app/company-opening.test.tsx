import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { CompanyOpening } from '../../../app/company/company-opening.tsx'
import type { Spec } from '../../../app/content/content.server.ts'
import { splitTimeline } from '../../../app/company/company-timeline.server.ts'

const years = ['1987', '1992', '2025'].map((year) => `<tr><td>${year}</td><td>x</td></tr>`).join('')
const table = `<table><tbody>${years}</tbody></table>`

function render(html: string, specs: Spec[] = []) {
  const { before, timeline, after } = splitTimeline(html)
  const section = {
    anchor: 'section-1',
    postTitle: 'Who we are',
    postSubTitle: '',
    postImage: '',
    postDetails: before,
    timeline,
    postDetailsAfter: after,
    specs,
  }
  const i18n = createInstance()
  void i18n.init({ lng: 'En', resources: {}, initImmediate: false })
  const opening = createElement(CompanyOpening, { heading: 'About us', section })
  return renderToStaticMarkup(
    createElement(
      StaticRouter,
      { location: '/about' },
      createElement(I18nextProvider, { i18n }, opening),
    ),
  )
}

test.each([
  ['before and after', `<p>Before</p>${table}<p>After</p>`, ['Before', 'After']],
  ['before', `<p>Before</p>${table}`, ['Before']],
  ['after', `${table}<p>After</p>`, ['After']],
  ['without', '<p>Text</p>', ['Text']],
])('the opening shows the text %s its table of years', (_, html, texts) => {
  const paragraphs = render(html).match(/(?<=<p>)\w+(?=<\/p>)/g)
  expect(paragraphs).toEqual(texts)
})

test('the opening of a section with only a table of years has no empty text', () => {
  expect(render(table)).not.toContain('company-text')
})

test('specs of the first section that are not figures are shown below its text', () => {
  const html = render('<p>Text</p>', [{ name: 'Founded in', value: 'Riyadh', unit: '' }])
  expect(html).toMatch(/Founded in.*Riyadh/)
})
