import { useTranslation } from '../language/translation'
import { MixedText } from '../components/mixed-text'
import type { ConditionResult } from '../site/search.server'

const signs = { met: '✓', unmet: '✗', unstated: '–' } as const

/** Shows whether a result meets a condition, with the value that it states. */
export function ConditionText({ condition }: { condition: ConditionResult }) {
  const { t } = useTranslation()
  const { asked, state, spec, isNextUp, isOtherType } = condition
  const value = spec ? `${spec.value} ${spec.unit}`.trim() : ''
  return (
    <span className="condition" data-state={state}>
      <span aria-hidden="true">{signs[state]}</span>{' '}
      {state !== 'unstated' && (
        <span className="visually-hidden">{t(`search.states.${state}`)} </span>
      )}
      <MixedText
        text={
          !spec
            ? isOtherType
              ? t('search.otherType')
              : t('search.unstated', { asked })
            : state === 'met'
              ? [spec.name, value].filter(Boolean).join(': ')
              : isNextUp
                ? t('search.nextUp', { asked, value })
                : t('search.otherValue', { name: spec.name, value, asked })
        }
      />
    </span>
  )
}
