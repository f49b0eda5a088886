import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { currentMark } from './current-place'

/** A line of a menu, marked where the visitor is. */
export function MenuLink({
  to,
  isMarked = false,
  className,
  children,
}: {
  to: string
  /** Whether what is shown lies under it in a way that its path does not tell. */
  isMarked?: boolean
  className?: string
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const current = currentMark(to, pathname) ?? (isMarked ? 'true' : undefined)
  return (
    <Link to={to} className={className} aria-current={current} discover="none">
      {children}
    </Link>
  )
}
