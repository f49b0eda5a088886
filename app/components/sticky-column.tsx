import type { ReactNode } from 'react'

/**
 * A column that stays in view beside a longer one. One that is higher than the window scrolls to its
 * end first.
 * @param label of a complementary part of the page; a column without one is no landmark
 */
export function StickyColumn({
  className,
  label,
  children,
}: {
  className: string
  label?: string
  children: ReactNode
}) {
  const Column = label === undefined ? 'div' : 'aside'
  return (
    <Column className={`sticky-column ${className}`} aria-label={label}>
      <div>{children}</div>
    </Column>
  )
}
