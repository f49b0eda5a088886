import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { addresses } from '../addresses'
import { ContactList, hasContactList, SocialLinks } from '../components/contact'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { TextIn } from '../language/text-language'
import type { Frame } from './frame'
import { OtherLanguageLink } from './language-button'

export function SiteFooter({ frame }: { frame: Frame | undefined }) {
  const { t } = useTranslation()
  const contact = frame?.contactLinks
  const title = frame?.footer?.postTitle || frame?.companyName || ''
  const links = [
    [
      { to: addresses.about(), title: t('menu.about') },
      { to: addresses.solutions(), title: t('menu.solutions') },
      { to: addresses.productsHome(), title: t('menu.products') },
      { to: addresses.services(), title: t('menu.services') },
      { to: addresses.contact(), title: t('menu.contact') },
    ],
    [
      { to: addresses.projects(), title: t('menu.projects') },
      { to: addresses.documents(), title: t('documents.heading') },
      { to: addresses.blog(), title: t('menu.blog') },
      { to: addresses.news(), title: t('menu.news') },
      { to: addresses.branches(), title: t('menu.branches') },
      { to: addresses.privacy(), title: t('privacy.heading') },
    ],
  ]
  return (
    <footer className="site-footer ink-band">
      <div className="site-footer-columns container">
        {/* This grid column exists even if empty. */}
        <div className="site-footer-company">
          <TextIn language={frame?.footer?.postLanguage}>
            <MixedParagraph text={title} className="site-footer-title node" />
            <MixedParagraph text={frame?.footer?.postSubTitle ?? ''} className="site-footer-text" />
          </TextIn>
          {(frame?.registrations ?? []).map(({ name, value, unit }) => (
            <MixedParagraph
              key={name}
              text={`${name}: ${value} ${unit}`.trim()}
              className="site-footer-text"
            />
          ))}
          {contact && <SocialLinks contact={contact} />}
        </div>
        <nav aria-label={t('layout.footerMenu')}>
          <h2 className="site-footer-heading">{t('layout.links')}</h2>
          {links.map((row, at) => (
            <ul key={at} className="site-footer-links">
              {row.map(({ to, title: linkTitle }) => (
                <li key={to}>
                  <Link to={to}>{linkTitle}</Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        {contact && hasContactList(contact) && (
          <section>
            <h2 className="site-footer-heading">{t('layout.contactUs')}</h2>
            <ContactList contact={contact} />
          </section>
        )}
      </div>
      <div className="site-footer-end">
        <svg className="earth" viewBox="0 0 24 12" aria-hidden="true">
          <path d="M2 0.5H22M6 5.5H18M10 10.5H14" />
        </svg>
        <div className="site-footer-last container">
          <p className="site-footer-copyright">
            <MixedText
              text={t('layout.copyright', {
                owner: `${frame?.year ?? new Date().getFullYear()} ${title}`.trim(),
              })}
            />
          </p>
          <OtherLanguageLink />
        </div>
      </div>
    </footer>
  )
}
