import type { Page } from 'playwright/test'

/** Sets the size of the viewport, and waits until the page has it. */
export async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  for (;;) {
    const size = await page.evaluate(() => [innerWidth, innerHeight])
    if (size[0] === width && size[1] === height) return
  }
}

/** How much wider than the viewport the page is, px. */
export function findOverflow(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/**
 * Links and buttons with too little room for a finger, unless another link to the same place has enough.
 * @param within a selector of the part to look at
 */
export function findSmallTargets(page: Page, within = 'html') {
  return page.locator(`${within} :is(a, button, summary)`).evaluateAll((targets) => {
    const boxes = targets
      // A link in a sentence is as high as its line, and a card's is as large as the card.
      .filter((target) => !target.closest('.rich-text, .skip-link, p.lead, [aria-hidden="true"]'))
      .map((target) => ({ href: target.getAttribute('href'), box: roomOf(target), target }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
    const isLarge = ({ box }: (typeof boxes)[number]) => box.width >= 43.5 && box.height >= 43.5
    const reached = new Set(boxes.filter(isLarge).map(({ href }) => href ?? ''))
    return boxes
      .filter((each) => !isLarge(each) && !reached.has(each.href ?? 'none'))
      .map(
        ({ target, box }) =>
          `${target.outerHTML.slice(0, 120)} ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )

    function roomOf(target: Element) {
      return (target.closest('.card, .branch-map-node') ?? target).getBoundingClientRect()
    }
  })
}

/** Fields whose letters are so small that a phone zooms into them. */
export function findSmallFields(page: Page) {
  return page
    .locator(':is(input, select, textarea):not([type="hidden"], [type="checkbox"], [type="radio"])')
    .evaluateAll((fields) =>
      fields
        // Nobody types into the honeypot.
        .filter((field) => !field.closest('[aria-hidden]'))
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 120)),
    )
}

/** What is in the same place in both languages, whatever its words are. */
const mirrored = [
  'header.site-header',
  '.site-logo',
  '.breadcrumbs',
  '.breadcrumbs li:first-child a',
  'h1',
  '.card',
  'main section',
  'main table',
  'main .picture',
  '.band-heading',
  '.feeder-switch',
  '.site-footer',
  '.site-footer-columns > *',
  '.earth',
]

export interface Layout {
  /** Without a vertical scroll bar, px. */
  pageWidth: number
  boxes: { name: string; x: number; width: number }[]
}

export function measureLayout(page: Page): Promise<Layout> {
  return page.evaluate((selectors) => {
    // Content out of sight may still have the layout of an earlier viewport.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
    const boxes = selectors.flatMap((selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ x, width }, at) => ({ name: `${selector} ${at + 1}`, x, width })),
    )
    document.adoptedStyleSheets = []
    return { pageWidth: document.documentElement.clientWidth, boxes }
  }, mirrored)
}

/** Where a page is not the mirror image of the same page in the other language. */
export function findDisplaced(english: Layout, arabic: Layout) {
  return arabic.boxes.flatMap((box, at) => {
    const other = english.boxes[at]
    const offset = other ? Math.abs(box.x + box.width - (arabic.pageWidth - other.x)) : 0
    return offset <= 2 ? [] : [`${box.name}: ${offset} px`]
  })
}
