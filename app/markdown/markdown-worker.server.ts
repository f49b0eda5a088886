import { markdownPathOf, targetFault } from '../../server/http/validation/target'
import { serveCalls } from '../../server/workers/thread-calls'
import { canonicalPath, screenAt, type Screen } from '../addresses'
import type { AddressContext } from './markdown-href.server'
import { pageMarkdown } from './page-markdown.server'
import type { RenderedPage } from '../seo/rendered-page.server'

/**
 * The methods of the thread that converts pages to Markdown (markdown-thread.server.ts says why).
 */

export type MarkdownMethods = typeof methods

/** The address context without its function, which cannot be sent to a thread. */
interface SentContext extends Omit<AddressContext, 'markdownPathOf'> {
  /** The screens that have Markdown. */
  screens: ReadonlySet<Screen>
}

const methods = {
  convert: (html: string, page: RenderedPage, { screens, ...context }: SentContext) =>
    pageMarkdown(html, page, {
      ...context,
      markdownPathOf(path) {
        const screen = targetFault(path) ? null : screenAt(path)
        return screen !== null && screens.has(screen)
          ? markdownPathOf(canonicalPath(path) ?? path)
          : null
      },
    }),
}

serveCalls({
  methods: () => methods,
  onError: () => undefined,
  close: () => undefined,
  skipsLate: true,
})
