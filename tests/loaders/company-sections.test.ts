import { describe, expect, test } from 'vitest'
import * as about from '../../app/routes/about.tsx'
import * as companyGoals from '../../app/routes/company-goals.tsx'
import * as contact from '../../app/routes/contact.tsx'
import * as sustainability from '../../app/routes/sustainability.tsx'
import * as workFields from '../../app/routes/work-fields.tsx'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

describe.each(['Ar', 'En'] as const)('in %s', (lang) => {
  test('/about has figures', async () => {
    const { sections } = await about.loader(argsFor('/about', { lang }))
    expect(sections.flatMap(({ figures }) => figures)).toHaveLength(8)
  })

  test('/companyGoals shows the specs of every goal unchanged', async () => {
    const { sections } = await companyGoals.loader(argsFor('/companyGoals', { lang }))
    expect(sections.map(({ specs }) => specs.length)).toEqual([4, 5, 4, 5, 6])
  })

  test('/sustainability shows figures for every section', async () => {
    const { sections } = await sustainability.loader(argsFor('/sustainability', { lang }))
    for (const { figures } of sections) expect(figures.length).toBeGreaterThan(3)
  })

  test('/workFields shows the specs of every field unchanged', async () => {
    const { sections } = await workFields.loader(argsFor('/workFields', { lang }))
    for (const { specs } of sections) expect(specs).toHaveLength(3)
  })
})

test('sections without figures are plain text', async () => {
  const posts = [{ postID: 'a', postTitle: 'أ', postDetails: '<p>ب</p>', postSpecs: 'none' }]
  const plain = { postDetails: '<p>ب</p>' }
  const page = (type: string) => ({ context: { content: adapterOf({ [type]: posts }) } })
  expect(await about.loader(argsFor('/about', page('About')))).toMatchObject({
    sections: [{ ...plain, figures: [], specs: [] }],
  })
  expect(await companyGoals.loader(argsFor('/companyGoals', page('CompanyGoals')))).toMatchObject({
    sections: [{ ...plain, specs: [] }],
  })
})

test('/contact sends only the fields of a branch that its index shows', async () => {
  const { branches } = await contact.loader(argsFor('/contact', { lang: 'En' }))
  expect(branches[0]).toEqual({
    anchor: 'branch-riyadh',
    postTitle: 'Riyadh branch',
    adress1: 'Harun Al Rashid Road, Al Sulay, Riyadh',
    phone1: '+966 11 555 0110',
    phones: [{ text: '+966 11 555 0110', href: 'tel:+966115550110' }],
  })
})
