import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { addresses, ownSpelling } from '../addresses'

/** Any path that no screen has; one that is only spelled otherwise goes to its own spelling. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const own = ownSpelling(pathname)
  return own === null ? redirect(addresses.error(), 302) : redirect(own + search, 308)
}

export function action() {
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
