import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ariaCurrentOf } from './current-place'

/** A menu link, marked with aria-current. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={ariaCurrentOf(to, pathname)} discover="none">
      {children}
    </Link>
  )
}
