/** @returns the value of the first cookie of that name, not decoded, or null */
export function readCookie(header: string | null, name: string) {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}
