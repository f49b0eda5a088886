import { useTranslation } from '../language/translation'
import { Icon } from '../components/icon'

/** The fields of a submittal's cover. */
export const submittalFields = ['project', 'contractor', 'consultant'] as const

/** Longer texts are cut, characters. */
export const maxSubmittalText = 200

/** The fields and the button that download a list as a material submittal. */
export function Submittal({ form, formAction }: { form?: string; formAction: string }) {
  const { t } = useTranslation()
  return (
    <details className="submittal fold">
      <summary>
        {t('sheet.submittal')}
        <Icon name="chevronDown" />
      </summary>
      <p className="field-hint">{t('sheet.submittalLead')}</p>
      {submittalFields.map((field) => (
        <label className="field" key={field}>
          <span>{t(`sheet.${field}`)}</span>{' '}
          <input
            name={field}
            form={form}
            dir="auto"
            maxLength={maxSubmittalText}
            autoComplete="off"
          />{' '}
        </label>
      ))}
      <p>
        <button
          className="button"
          name="sheet"
          value="submittal"
          form={form}
          formAction={formAction}
          formNoValidate
        >
          {t('sheet.submittalLink')}
        </button>
      </p>
    </details>
  )
}
