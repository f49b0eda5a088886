export function findBrowser(): string | undefined
export function installBrowser(say: (line: string) => void): void
