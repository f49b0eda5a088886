import { useTranslation } from 'react-i18next'
import type { BrandView } from './frame'

/** A longer name does not fit beside the menu button of a phone. */
const maxOneLine = 14

/** The company's mark and short name, as far as they are known. */
export function Logo({ mark, name }: { mark: BrandView['mark']; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      {mark && <img className="logo-mark" {...mark} alt="" />}
      <span className="logo-name" data-long={name.length > maxOneLine || undefined}>
        {name || t('menu.home')}
      </span>
    </>
  )
}
