import type { ScrollRestoration } from '@remix-run/react'
import type { ComponentProps } from 'react'

type GetKey = NonNullable<ComponentProps<typeof ScrollRestoration>['getKey']>

let anchorCount = 0

/**
 * The key under which the router stores the scroll position. The browser itself follows a link
 * within the page, which the router cannot tell from going back: it gets a new key without a stored
 * position, so that the page scrolls to the link's target and not to an earlier position.
 */
export const scrollKeyOf: GetKey = ({ key, hash }) =>
  key === 'default' && hash !== '' ? `within-${(anchorCount += 1)}` : key
