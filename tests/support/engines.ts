import puppeteer, { type Page } from 'puppeteer-core'
import { findBrowser } from '../../scripts/browser.mjs'
import { findFirefox, findWebKit } from '../../scripts/engines.mjs'
import { openWebKit } from './webkit.ts'

/** A page in a browser of some engine, with what the tests do in all of them. */
export interface EnginePage {
  /** Opens an address as if it had been typed; resolves once the document is loaded. */
  goto(address: string): Promise<void>
  goBack(): Promise<void>
  /** Runs a function in the page, and returns what it resolves to, as JSON. */
  evaluate<A extends unknown[], T>(run: (...args: A) => T, ...args: A): Promise<Awaited<T>>
  /** Clicks the first element of a selector, as a mouse does. @throws when it is not there */
  click(selector: string): Promise<void>
  hover(selector: string): Promise<void>
  /** Types into a field, after what is there. */
  type(selector: string, text: string): Promise<void>
  /** A picture of an element, PNG in base64. */
  pictureOf(selector: string): Promise<string>
}

export interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKit'
  /** Whether the browser was found on this machine. */
  isFound: boolean
  open(): Promise<{ page: EnginePage; close(): Promise<void> }>
}

/** Chromium has a suite of its own (tests/browser); here it is for what has to be the same in all engines. */
export const engines: Engine[] = [
  {
    name: 'Chromium',
    isFound: findBrowser() !== undefined,
    open: () => openByPuppeteer('chrome', findBrowser()),
  },
  {
    name: 'Firefox',
    isFound: findFirefox() !== undefined,
    open: () => openByPuppeteer('firefox', findFirefox()),
  },
  { name: 'WebKit', isFound: findWebKit() !== undefined, open: () => openWebKit(findWebKit()) },
]

async function openByPuppeteer(browser: 'chrome' | 'firefox', executablePath = '') {
  const isRoot = browser === 'chrome' && process.getuid?.() === 0
  const opened = await puppeteer.launch({
    browser,
    executablePath,
    args: isRoot ? ['--no-sandbox'] : [],
    defaultViewport: { width: 1280, height: 900 },
  })
  // The first page of Firefox never has the focus.
  const page = await opened.newPage()
  return { page: puppeteerPage(page), close: () => opened.close() }
}

function puppeteerPage(page: Page): EnginePage {
  return {
    goto: async (address) => void (await page.goto(address)),
    goBack: async () => void (await page.goBack()),
    evaluate: (run, ...args) => page.evaluate(run as never, ...args),
    click: (selector) => page.click(selector),
    hover: (selector) => page.hover(selector),
    type: (selector, text) => page.type(selector, text),
    pictureOf: async (selector) => {
      const element = await page.$(selector)
      return (await element?.screenshot({ encoding: 'base64' })) ?? ''
    },
  }
}
