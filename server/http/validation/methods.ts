import { reportAddress } from '../policy-reports.ts'

/** An address that takes posts. */
export interface PostAddress {
  path: string
  /** The content types that it reads. */
  types: readonly string[]
  /** The longest body, bytes. */
  bytes: number
}

const kilobyte = 1024

const postAddresses: readonly PostAddress[] = [
  {
    path: '/language',
    types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    bytes: 64 * kilobyte,
  },
  { path: '/page-view', types: ['application/json'], bytes: 8 * kilobyte },
  {
    // Browsers send a few reports together.
    path: reportAddress,
    types: ['application/csp-report', 'application/reports+json', 'application/json'],
    bytes: 16 * kilobyte,
  },
]

/** @returns undefined for an address that takes no posts */
export function findPostAddress(path: string) {
  return postAddresses.find((address) => address.path === path)
}

/** The methods of an address, as Allow has them; of the whole site for "*". */
export function allowedMethods(path: string) {
  return path === '*' || findPostAddress(path) ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS'
}

/** Whether a method asks for no change, so that it may come from any site. */
export function isSafe(method: string) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
