import { Link } from '@remix-run/react'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

/**
 * The heading of a section, on a busbar, with a link to the whole list if the section shows a part.
 */
export function BandHeading({
  heading,
  all,
}: {
  heading: string
  all?: { to: string; title: string }
}) {
  return (
    <div className="band-heading">
      <h2 className="node">
        <MixedText text={heading} />
      </h2>
      {all && (
        <Link className="text-link" to={all.to}>
          {all.title}
          <Icon name="arrow" />
        </Link>
      )}
    </div>
  )
}
