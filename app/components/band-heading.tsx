import { Link } from '@remix-run/react'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

/** The heading of a band of a screen, on its busbar; a link to all of what the band shows a part of. */
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
