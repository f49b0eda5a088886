// React selects its production or development build when it is loaded, so this runs before any import.
process.env.NODE_ENV ??= 'production'
// Before any import, too: stacks in the log name source files and lines.
process.setSourceMapsEnabled(true)

await import('./start.ts')
