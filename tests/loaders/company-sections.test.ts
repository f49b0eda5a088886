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
  test('/about starts with the history as a timeline, and has figures', async () => {
    const { sections } = await about.loader(argsFor('/about', { lang }))
    const years = sections[0]?.timeline?.events.map(({ year }) => year)
    expect(years).toHaveLength(12)
    expect(years?.[0]).toBe('1987')
    expect(sections[0]?.timeline?.heading).not.toBe('')
    expect(sections[0]?.postDetails).not.toContain('<table')
    expect(sections.flatMap(({ figures }) => figures)).toHaveLength(8)
  })

  test('/companyGoals has measures with a current value and a target for every goal', async () => {
    const { sections } = await companyGoals.loader(argsFor('/companyGoals', { lang }))
    expect(sections.map(({ measures }) => measures.length)).toEqual([2, 2, 2, 2, 3])
    expect(sections.map(({ specs }) => specs.length)).toEqual([0, 1, 0, 1, 0])
    for (const { start, target } of sections.flatMap(({ measures }) => measures)) {
      expect(Number(target.year)).toBeGreaterThan(2025)
      expect(['2025', '']).toContain(start.year)
      expect(target.numeral).not.toBe('')
    }
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

test('sections without a table of years or figures are plain text', async () => {
  const posts = [{ postID: 'a', postTitle: 'أ', postDetails: '<p>ب</p>', postSpecs: 'none' }]
  const plain = { timeline: null, postDetails: '<p>ب</p>' }
  const page = (type: string) => ({ context: { content: adapterOf({ [type]: posts }) } })
  expect(await about.loader(argsFor('/about', page('About')))).toMatchObject({
    sections: [{ ...plain, figures: [], specs: [] }],
  })
  expect(await companyGoals.loader(argsFor('/companyGoals', page('CompanyGoals')))).toMatchObject({
    sections: [{ ...plain, measures: [], specs: [] }],
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
