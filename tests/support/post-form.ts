import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'

/**
 * The arguments that Remix passes to an action: a POST of a form, with its cookies.
 * @param fields repeated names as several pairs
 */
export function postArgs(
  address: string,
  fields: Record<string, string>,
  {
    cookie = 'lang=En',
    accept = 'text/html',
    context = {},
  }: { cookie?: string; accept?: string; context?: AppLoadContext } = {},
): ActionFunctionArgs {
  const url = new URL(address, 'http://localhost:3000')
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { cookie, accept }
  return { request: new Request(url, { method: 'POST', headers, body }), params: {}, context }
}
