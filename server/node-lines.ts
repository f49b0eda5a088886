/** The long-term lines of Node, by major version, and the day after which each has no security fixes. */
const endsOfLife: Partial<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}

/** @returns the day on which a version of Node had its last security fixes; null if it still gets some, or is unknown */
export function endedLifeOf(version: string, now = Date.now()): string | null {
  const end = endsOfLife[version.split('.')[0] ?? '']
  return end !== undefined && Date.parse(`${end}T24:00Z`) <= now ? end : null
}
