// React selects its production or development build when it is loaded, so this precedes every import. Whether the
// operator set it tells a site for visitors from a trial.
if (!process.env.NODE_ENV)
  Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_IS_DEFAULT: 'yes' })
// Source maps, enabled before any import, make stacks in the log name source files and lines.
process.setSourceMapsEnabled(true)

await import('./start.ts')
