import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { createTranslation, TranslationContext } from '../../../app/language/translation.tsx'
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
  const translation = createTranslation('En', {})
  const opening = createElement(CompanyOpening, { heading: 'About us', section })
  return renderToStaticMarkup(
    createElement(
      StaticRouter,
      { location: '/about' },
      createElement(TranslationContext.Provider, { value: translation }, opening),
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
