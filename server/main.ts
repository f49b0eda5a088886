// React selects its production or development build when it is loaded, so this precedes every import.
process.env.NODE_ENV ??= 'production'
// Source maps, enabled before any import, make stacks in the log name source files and lines.
process.setSourceMapsEnabled(true)

await import('./start.ts')
