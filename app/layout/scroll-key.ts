import type { ScrollRestoration } from '@remix-run/react'
import type { ComponentProps } from 'react'

type GetKey = NonNullable<ComponentProps<typeof ScrollRestoration>['getKey']>

let steps = 0

/**
 * Under which key the router keeps where a page stands. A link within the page is the browser's own
 * step, which the router cannot tell from one back: it gets a key that nothing is kept under, so that
 * the page goes where the link leads and not where it stood before.
 */
export const scrollKeyOf: GetKey = ({ key, hash }) =>
  key === 'default' && hash !== '' ? `within-${(steps += 1)}` : key
