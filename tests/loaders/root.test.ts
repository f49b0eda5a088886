import { describe, expect, test } from 'vitest'
import { currentYear } from '../../app/language/format.ts'
import { loader } from '../../app/root.tsx'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

describe('the layout data of every page', () => {
  test('the product menu has only categories with types, and their types', async () => {
    const { productMenu } = await loader(argsFor('/about', { lang: 'En' }))
    expect(productMenu).toHaveLength(8)
    expect(productMenu.every(({ types }) => types.length >= 2 && types.length <= 6)).toBe(true)
    expect(productMenu.map(({ id }) => id)).not.toContain('smart-buildings')
  })

  test('has the language, the site’s name and the current year', async () => {
    const data = await loader(argsFor('/about?lang=En', { lang: 'Ar' }))
    expect(data).toMatchObject({ lang: 'En', siteName: 'Tayyar' })
    expect(data.year).toBe(currentYear())
    expect(data.inOtherLanguage).toMatchObject({
      thisPage: 'هذه الصفحة بالعربية',
      loading: 'جارٍ التحميل…',
    })
    expect(data.footer?.postTitle).toBe('Tayyar Electrical Solutions')
  })

  test('takes a name that the brand lacks from the content', async () => {
    const { brand } = getSite()
    const { name, shortName } = brand
    const content = () => adapterOf({ 'Footer.Data': [{ postTitle: 'Nahr Water Equipment' }] })
    const namesNow = async () => {
      const args = argsFor('/about', { lang: 'En', context: { content: content() } })
      const { companyName, siteName } = await loader(args)
      return [companyName, siteName]
    }
    brand.name = null
    expect(await namesNow()).toEqual(['Nahr Water Equipment', 'Tayyar'])
    brand.shortName = null
    expect(await namesNow()).toEqual(['Nahr Water Equipment', 'Nahr Water Equipment'])
    Object.assign(brand, { name, shortName })
    expect(await namesNow()).toEqual(['Tayyar Electrical Solutions', 'Tayyar'])
  })

  test('leaves out unavailable parts, and never fails', async () => {
    const data = await loader(argsFor('/about', { context: { content: deadAdapter() } }))
    expect(data).toMatchObject({ contact: null, footer: null, productMenu: [], lang: 'Ar' })
  })
})
