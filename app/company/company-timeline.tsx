import { languageAttributes, useTextLanguage } from '../language/text-language'
import type { Timeline } from './company-view'

/** Years as nodes on a line, in two columns on wide screens. */
export function CompanyTimeline({ events }: Pick<Timeline, 'events'>) {
  const language = useTextLanguage()
  return (
    <ol className="timeline">
      {events.map(({ year, html }, at) => (
        <li key={at}>
          <p className="timeline-year">{year}</p>
          <div {...languageAttributes(language)} dangerouslySetInnerHTML={{ __html: html }} />
        </li>
      ))}
    </ol>
  )
}
