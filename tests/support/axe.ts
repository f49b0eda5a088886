import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The dark scheme changes only colours, so only these rules can find something new in it. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * The violations that axe finds in a page as it is shown.
 * @param within a selector of the part to check, by axe's own choice of rules; without it the whole page
 */
export function findViolations(page: Page, colorScheme: 'light' | 'dark', within?: string) {
  if (colorScheme === 'dark') return findUnreadable(page, colorScheme, within)
  return findBy(within === undefined ? { runOnly: rules } : {}, page, colorScheme, within)
}

/** Only the violations by colours: those of a brand change nothing else. */
export function findUnreadable(page: Page, colorScheme: 'light' | 'dark', within?: string) {
  return findBy({ runOnly: colourRules }, page, colorScheme, within)
}

async function findBy(
  chosen: RunOptions,
  page: Page,
  colorScheme: 'light' | 'dark',
  within: string | undefined,
) {
  await page.emulateMedia({ colorScheme })
  // Half a megabyte, once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults, [string | undefined, RunOptions]>(
    ([context, options]) => window.axe.run(context ?? document, options),
    [within, { ...chosen, resultTypes: ['violations'], iframes: false }],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

declare global {
  interface Window {
    axe: { run(context: Document | string, options: RunOptions): Promise<AxeResults> }
  }
}
