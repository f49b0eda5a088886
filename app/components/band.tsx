import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

/** A section with its heading on a busbar, and a link to the whole list if it shows a part. */
export function Band({
  id,
  className = 'band container',
  heading,
  all,
  children,
}: {
  id?: string
  className?: string
  heading: string
  all?: { to: string; title: string }
  children: ReactNode
}) {
  return (
    <section className={className} id={id}>
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
      {children}
    </section>
  )
}
