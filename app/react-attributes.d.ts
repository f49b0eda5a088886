import 'react'

// React 18 renders these attributes, but its types lack them.
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
