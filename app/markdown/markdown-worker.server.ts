import { markdownPathOf, targetFault } from '../../server/http/validation/target'
import { serveCalls } from '@site/runtime/programs'
import type { MarkdownMethods } from '../../server/site/markdown-thread'
import { canonicalPath, screenAt } from '../addresses'
import type { SentContext } from './markdown-href.server'
import { pageMarkdown } from './page-markdown.server'
import type { RenderedPage } from '../seo/rendered-page.server'

/**
 * The methods of the thread that converts pages to Markdown (server/site/markdown-thread.ts says why).
 */

const methods: MarkdownMethods = {
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
