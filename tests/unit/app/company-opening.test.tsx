import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { CompanyOpening } from '../../../app/company/company-screen.tsx'
import type { Spec } from '../../../app/content/content.server.ts'

function render(html: string, specs: Spec[] = []) {
  const section = {
    anchor: 'section-1',
    postTitle: 'Who we are',
    postSubTitle: '',
    postImage: '',
    postDetails: html,
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

test('a table in the first section is shown as a table, where it stands', () => {
  const html = render(
    '<p>Before</p><table><tbody><tr><td>1987</td></tr></tbody></table><p>After</p>',
  )
  expect(html).toMatch(/Before.*<table>.*1987.*<\/table>.*After/)
})

test('specs of the first section that are not figures are shown below its text', () => {
  const html = render('<p>Text</p>', [{ name: 'Founded in', value: 'Riyadh', unit: '' }])
  expect(html).toMatch(/Founded in.*Riyadh/)
})
