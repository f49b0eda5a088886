import 'react'

// React 18 passes these attributes on, but its types do not know them yet.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual'
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'show' | 'hide' | 'toggle'
  }
}
