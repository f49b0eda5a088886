// An older Node ends with the SyntaxError of a library. No module can be imported before this, not even package.json.
const oldest = '20.19.0'
if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  process.stderr.write(`Node ${process.versions.node} is too old: install ${oldest} or later.\n`)
  process.exit(1)
}
// React selects its production or development build when it is loaded, so this precedes every import. Whether the
// operator set it tells a site for visitors from a trial.
if (!process.env.NODE_ENV)
  Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_IS_DEFAULT: 'yes' })
// Source maps, enabled before any import, make stacks in the log name source files and lines.
process.setSourceMapsEnabled(true)

await import('./start.ts')
