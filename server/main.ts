// React picks its production or development build as it is loaded, so this comes before any import.
process.env.NODE_ENV ??= 'production'

await import('./start.ts')
