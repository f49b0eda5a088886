import { useTranslation } from 'react-i18next'
import type { BrandView } from './frame'

/** The company's mark and short name, as far as they are known. */
export function Logo({ mark, name }: { mark: BrandView['mark']; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      {mark && <img className="logo-mark" {...mark} alt="" />}
      <span className="logo-name">{name || t('menu.home')}</span>
    </>
  )
}
