import 'i18next'
import 'react'
import type En from '../public/assets/i18n/En.json'

declare global {
  /** These properties exist only in some browsers. */
  interface Navigator {
    /** The Global Privacy Control. */
    readonly globalPrivacyControl?: boolean
    /** The Network Information API of Chromium. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
  }
}

// Keys of translations are typed by the English file.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof En }
  }
}

// React 18 renders these attributes, but its types lack them.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual'
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low'
  }
  interface LinkHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'show' | 'hide' | 'toggle'
  }
}
