const heading = /^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$/

/** A changelog with the section of a release. */
export interface ReleasedChangelog {
  /** The whole document. */
  text: string
  /** The day of the release, such as `2026-11-27`. */
  date: string
  /** The entries of the release, in Markdown, without its heading. */
  notes: string
}

/**
 * Makes the entries under [Unreleased] those of a version. A document that has the version already stays as it is,
 * except that its heading gets a date if it has none.
 * @param text a document in the format of Keep a Changelog
 * @param version without `v`
 * @param today such as `2026-11-27`
 * @throws Error if the version would have no entries, or if entries would be left under [Unreleased]
 */
export function releaseChangelog(text: string, version: string, today: string): ReleasedChangelog {
  const unreleased = sectionOf(text, 'Unreleased')
  if (!unreleased) throw new Error('CHANGELOG.md has no section [Unreleased].')
  const released = sectionOf(text, version)
  if (released && unreleased.notes !== '') {
    throw new Error(
      `CHANGELOG.md has entries under [Unreleased] besides [${version}]: choose a newer version, or move them.`,
    )
  }
  const { notes, line } = released ?? unreleased
  if (notes === '') throw new Error(`CHANGELOG.md has no entries for ${version}.`)
  const date = released?.date ?? today
  const dated = `## [${version}] - ${date}`
  const lines = text.split('\n')
  lines.splice(line, 1, ...(released ? [dated] : ['## [Unreleased]', '', dated]))
  return { text: lines.join('\n'), date, notes }
}

/** Finds a section: its line, the date in its heading, and what stands below. */
function sectionOf(text: string, name: string) {
  const lines = text.split('\n')
  const headings = lines.flatMap((each, line) => {
    const [, title, date] = heading.exec(each) ?? []
    return title === undefined ? [] : [{ title, date, line }]
  })
  const index = headings.findIndex(({ title }) => title === name)
  const found = headings[index]
  if (!found) return undefined
  const notes = lines.slice(found.line + 1, headings[index + 1]?.line).join('\n')
  return { line: found.line, date: found.date, notes: notes.trim() }
}
