/** Whether the visitor's browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export function hasOptedOut({ headers }: Request) {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
}
