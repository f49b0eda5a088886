import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { currentMark } from './current-place'

/** A line of a menu, marked where the visitor is. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={currentMark(to, pathname)} discover="none">
      {children}
    </Link>
  )
}
