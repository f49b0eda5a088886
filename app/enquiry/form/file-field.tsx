import { useState, type InputHTMLAttributes } from 'react'
import { useTranslation } from '../../language/translation'
import { useIsHydrated } from '../../components/hydration'
import { MixedText } from '../../components/mixed-text'
import type { RefusedFile } from '../../../server/uploads/uploads'
import { enquiryFiles } from '../../../server/text/file-names'
import { formatBytes } from '../../language/format-bytes'
import { useLanguage } from '../../language/text-language'
import { keptFile, removedFile, type KeptFile } from './enquiry-fields'
import { fieldId } from './form-field'

/** With `image/*`, phones offer their camera besides pictures and files. */
const accept = 'image/*,.heic,.pdf,.xlsx,.xls,.docx,.csv,.txt,.dwg,.dxf'

const formats = 'PDF, XLSX, XLS, DOCX, CSV, TXT, DWG, DXF'

/** Explains why a file was refused. */
export function FileFault({ file: { name, fault } }: { file: RefusedFile }) {
  const { t } = useTranslation()
  return (
    <>
      <bdi>{name || t('enquiry.fields.files')}</bdi>:{' '}
      {t(`enquiry.fileFaults.${fault}`, { count: enquiryFiles.max, formats })}
    </>
  )
}

/**
 * A field for files with a label as its button: the browser's own speaks the browser's language. With script, the names
 * of the chosen files are beside it, else the browser shows them.
 */
export function FileInput(input: InputHTMLAttributes<HTMLInputElement> & { id: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState(() => chosenIn(input.id))
  return (
    <div className="file-choice quote-buttons" data-live={isHydrated || undefined}>
      <input {...input} type="file" onChange={() => setChosen(chosenIn(input.id))} />{' '}
      <label className="text-link" htmlFor={input.id}>
        {t('enquiry.chooseFile')}
      </label>{' '}
      {isHydrated && (
        <div role="status">
          {chosen.length === 0 && t('enquiry.noFile')}
          {chosen.map(({ name, size }, at) => (
            <p key={at}>
              <MixedText text={name} /> ({formatBytes(size, language)})
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

function chosenIn(id: string) {
  const field = import.meta.env.SSR ? null : document.querySelector<HTMLInputElement>(`#${id}`)
  return [...(field?.files ?? [])]
}

/** The files of an enquiry: those that are stored already, and a field for more. */
export function FileField({
  files,
  takesFiles,
  refused = [],
}: {
  files: KeptFile[]
  takesFiles: boolean
  refused: RefusedFile[] | undefined
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = fieldId('files')
  const hasField = takesFiles && files.length < enquiryFiles.max
  const Label = hasField ? 'label' : 'p'
  return (
    <div className="field file-field" data-invalid={refused.length > 0 || undefined}>
      <Label htmlFor={hasField ? id : undefined}>
        {t('enquiry.fields.files')} <span className="field-optional">{t('enquiry.optional')}</span>
      </Label>
      <p id={`${id}-hint`} className="field-hint">
        {t(takesFiles ? 'enquiry.hints.files' : 'enquiry.hints.noFiles', { formats })}
      </p>
      <div id={`${id}-error`} className="field-error">
        {refused.map((file, at) => (
          <p key={at}>
            <FileFault file={file} />
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <ul>
          {files.map(({ claim, name, size }) => (
            <li key={claim}>
              <input type="hidden" name={keptFile} value={claim} />
              <span>
                <MixedText text={name} /> ({formatBytes(size, language)})
              </span>{' '}
              <label>
                <input type="checkbox" name={removedFile} value={claim} /> {t('enquiry.removeFile')}
              </label>
            </li>
          ))}
        </ul>
      )}
      {hasField && (
        <FileInput
          id={id}
          name={enquiryFiles.field}
          multiple
          accept={accept}
          aria-describedby={`${id}-hint ${id}-error`}
        />
      )}
    </div>
  )
}
