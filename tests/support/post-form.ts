import type { ActionFunctionArgs } from '@remix-run/node'
import type { LoadOptions } from '../../server/load-context.ts'
import { contextOf } from './loader-args.ts'

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
    context: options,
  }: { cookie?: string; accept?: string; context?: LoadOptions } = {},
): ActionFunctionArgs {
  const url = new URL(address, 'http://localhost:3000')
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { cookie, accept }
  const context = contextOf(options)
  return { request: new Request(url, { method: 'POST', headers, body }), params: {}, context }
}
