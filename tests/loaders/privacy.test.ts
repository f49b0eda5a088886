import { expect, test } from 'vitest'
import { loader } from '../../app/routes/privacy.tsx'
import { privacyOf } from '../../app/company/privacy.server.ts'
import { translationFor } from '../../app/language/i18n.server.ts'
import { getSite } from '../../server/default-site.ts'
import { createLoadContext } from '../../server/load-context.ts'
import { argsFor } from '../support/loader-args.ts'
import { useSite } from '../support/use-site.ts'

useSite()

test('the privacy page says how long an enquiry is kept', async () => {
  const { heading, sections } = await loader(argsFor('/privacy', { lang: 'En' }))
  expect(heading).toBe('Privacy')
  expect(JSON.stringify(sections)).toContain('until it has reached the company, then 30 days')
  expect(JSON.stringify((await loader(argsFor('/privacy', { lang: 'Ar' }))).sections)).toContain(
    'حتى يصل إلى الشركة، ثم 30 يومًا',
  )
})

test('the privacy page names the receivers that the settings have, and no others', () => {
  const site = getSite()
  const context = createLoadContext(site)
  const { t } = translationFor('En')
  const textOf = (sink: 'none' | 'log' | 'matomo', delivery: 'smtp' | 'webhook', isOpen = true) => {
    const config = {
      ...site.config,
      analytics: { ...site.config.analytics, sink },
      enquiries: { ...site.config.enquiries, delivery },
    }
    const enquiries = { ...site.enquiries, isOpen }
    return JSON.stringify(privacyOf({ ...context, site: { ...site, config, enquiries } }, 30, t))
  }
  expect(textOf('matomo', 'smtp')).toMatch(/by email.*a confirmation.*analytics service/)
  expect(textOf('log', 'webhook')).toContain('own system')
  expect(textOf('log', 'webhook')).not.toMatch(/confirmation|analytics service/)
  expect(textOf('none', 'smtp', false)).toContain('Nothing is passed on.')
  expect(textOf('none', 'smtp', false)).not.toMatch(/How fast|Your enquiry:/)
})
