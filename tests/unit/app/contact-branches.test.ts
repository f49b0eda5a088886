import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { ContactBranches } from '../../../app/company/contact-details.tsx'
import { translatorFor } from '../../../app/language/i18n.server.ts'

function render(branch: { anchor: string; postTitle: string }) {
  const branches = [{ ...branch, adress1: '', phone1: '', phones: [] }]
  const index = createElement(ContactBranches, { branches })
  const page = createElement(StaticRouter, { location: '/contact' }, index)
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n: translatorFor('En') }, page))
}

test.each([
  ['branch-7', '/branches#branch-7'],
  ['branch-فرع', '/branches#branch-%D9%81%D8%B1%D8%B9'],
])('a branch in the index links to its card: %s', (anchor, href) => {
  expect(render({ anchor, postTitle: 'Riyadh' })).toContain(`href="${href}"`)
})
