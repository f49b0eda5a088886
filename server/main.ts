// React selects its production or development build when it is loaded, so this runs before any import.
process.env.NODE_ENV ??= 'production'

await import('./start.ts')
