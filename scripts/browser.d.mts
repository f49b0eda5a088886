export function findBrowser(): string | undefined
export function installBrowser(report: (line: string) => void): void
