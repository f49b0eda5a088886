import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The dark scheme changes only colours, so only these rules can find something new in it. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * The violations that axe finds in a page as it is shown.
 * @param within a selector of the part to check, by axe's own choice of rules; without it the whole page
 */
export async function findViolations(page: Page, colorScheme: 'light' | 'dark', within?: string) {
  await page.emulateMedia({ colorScheme })
  // Legacy mode omits frames, which no page has.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (colorScheme === 'dark') axe.withRules(colourRules)
  else if (within === undefined) axe.withTags(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
