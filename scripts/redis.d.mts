export function findRedis(): string | undefined
export function installRedis(report: (line: string) => void): void
