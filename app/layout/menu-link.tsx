import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useAriaCurrent } from './current-place'

/** A menu link, marked with aria-current. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const ariaCurrent = useAriaCurrent()
  return (
    <Link to={to} aria-current={ariaCurrent(to)}>
      {children}
    </Link>
  )
}
