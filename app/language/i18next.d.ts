import 'i18next'
import type En from '../../public/assets/i18n/En.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof En }
  }
}
