import type { Timeline } from './company-view'

/** Years as nodes on a line, in two columns on wide screens. */
export function CompanyTimeline({ events }: Pick<Timeline, 'events'>) {
  return (
    <ol className="timeline">
      {events.map(({ year, html }, at) => (
        <li key={at}>
          <p className="timeline-year">{year}</p>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </li>
      ))}
    </ol>
  )
}
