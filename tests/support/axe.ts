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
  if (colorScheme === 'dark') return findUnreadable(page, colorScheme, within)
  await page.emulateMedia({ colorScheme })
  const axe = builderFor(page, within)
  return violationsOf(within === undefined ? axe.withTags(rules) : axe)
}

/** Only the violations by colours: those of a brand change nothing else. */
export async function findUnreadable(page: Page, colorScheme: 'light' | 'dark', within?: string) {
  await page.emulateMedia({ colorScheme })
  return violationsOf(builderFor(page, within).withRules(colourRules))
}

function builderFor(page: Page, within: string | undefined) {
  // Legacy mode omits frames, which no page has.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return within === undefined ? axe : axe.include(within)
}

async function violationsOf(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
