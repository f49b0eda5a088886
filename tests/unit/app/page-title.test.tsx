import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { PageTitle } from '../../../app/components/post-text.tsx'

test.each([
  [44, undefined],
  [45, 'long'],
  [89, 'long'],
  [90, 'very-long'],
])('a heading of %i characters is set as %s', (length, size) => {
  const i18n = createInstance()
  void i18n.init({ lng: 'En', resources: {}, initImmediate: false })
  const title = createElement(PageTitle, { text: 'x'.repeat(length) })
  const html = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, title))
  expect(/data-length="([\w-]+)"/.exec(html)?.[1]).toBe(size)
})
