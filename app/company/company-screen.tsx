import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import type { SectionView } from './company.server'
import { MixedText, MixedParagraph } from '../components/mixed-text'
import { MessageItems } from '../components/share'
import { ContactBand, FigureRow } from '../components/bands'
import { EmptyList } from '../posts/cards'
import { ScreenHeading, TranslationNotice, Banner } from '../components/screen-heading'
import { TextIn } from '../language/text-language'
import { Picture } from '../components/pictures/picture'
import { RichText } from '../components/post-text'
import { SpecTable } from '../components/post-facts'
import type { Spec } from '../content/content.server'
import type { Figure } from '../posts/list-views'

/** The reading zone of the window: below its first tenth, and above its last six tenths. */
const readingZone = '-10% 0px -60%'

/**
 * Tracks the section being read: the first one in the upper part of the window.
 * @param anchors the ids of the sections' headings, in order
 * @returns its anchor; null before hydration and outside the sections
 */
function useSectionInView(anchors: string[]) {
  const [inView, setInView] = useState<string | null>(null)
  const key = anchors.join(' ')

  useEffect(() => {
    const all = key.split(' ')
    const sections = all.map((anchor) => document.getElementById(anchor)?.closest('section'))
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        }
        setInView(all[sections.findIndex((section) => section && visible.has(section))] ?? null)
      },
      { rootMargin: readingZone },
    )
    for (const section of sections) if (section) observer.observe(section)
    return () => observer.disconnect()
  }, [key])

  return inView
}

/** Screens with fewer sections have no index. */
const minSections = 3

/** Links to the sections of a long screen; with script, the section being read is marked. */
function CompanyIndex({ sections }: { sections: SectionView[] }) {
  const { t } = useTranslation()
  const titled = sections.filter(({ postTitle }) => postTitle !== '')
  const inView = useSectionInView(titled.map(({ anchor }) => anchor))
  if (titled.length < minSections) return null
  return (
    <nav className="company-index" aria-labelledby="company-index">
      <p id="company-index">{t('about.onThisPage')}</p>
      <ol>
        {titled.map(({ anchor, postTitle }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} aria-current={anchor === inView || undefined}>
              <span>
                <MixedText text={postTitle} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The head of a section: an optional number, its title and subtitle. */
function CompanyHeading({
  section: { anchor, postTitle, postSubTitle },
  number,
}: {
  section: SectionView
  number?: number
}) {
  return (
    <header className="company-heading">
      {number !== undefined && (
        <p className="company-number" data-markdown="skip">
          {number}
        </p>
      )}
      {postTitle && (
        <h2 id={anchor} tabIndex={-1}>
          <MixedText text={postTitle} />
        </h2>
      )}
      <MixedParagraph text={postSubTitle} className="lead" />
    </header>
  )
}

/** A screen with many sections, and their index before or, on wide screens, beside them. */
export function CompanyScreen({
  heading,
  sections,
  children,
}: {
  heading: string
  sections: SectionView[]
  children: ReactNode
}) {
  const { t } = useTranslation()
  // All sections come from one list, so they share a language.
  const language = sections[0]?.language
  return (
    <>
      <ScreenHeading heading={heading}>
        <TranslationNotice language={language} />
      </ScreenHeading>
      <TextIn language={language}>
        <div className="company-screen container">
          <CompanyIndex sections={sections} />
          <div>{sections.length === 0 ? <EmptyList /> : children}</div>
        </div>
      </TextIn>
      <ContactBand heading={t('contact.ask.general')}>
        <MessageItems about={heading} />
      </ContactBand>
    </>
  )
}

/** A section's text with its specs, and its picture beside it on alternating sides. */
function CompanyTurns({ section }: { section: SectionView & { specs: Spec[] } }) {
  const { t } = useTranslation()
  return (
    <div className="company-turns">
      <div className="company-text">
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
      {section.postImage && <Picture post={section} use="turns" shape="scene" closesUp />}
    </div>
  )
}

/** Sections that start with their figures, followed by text and a picture. */
export function CompanyFigures({
  sections,
}: {
  sections: (SectionView & { figures: Figure[]; specs: Spec[] })[]
}) {
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} />
      <FigureRow figures={section.figures} />
      <CompanyTurns section={section} />
    </section>
  ))
}

/** Numbered goals, each with its specs beside the text. */
export function CompanyGoals({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section, at) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} number={at + 1} />
      <div className="company-columns">
        <RichText html={section.postDetails} />
        {(section.postImage || section.specs.length > 0) && (
          <div className="company-text">
            {section.postImage && <Picture post={section} use="goal" shape="scene" closesUp />}
            <SpecTable specs={section.specs} heading={t('product.facts')} />
          </div>
        )}
      </div>
    </section>
  ))
}

/** The first section of the company, with a large picture. */
export function CompanyOpening({
  heading,
  section,
}: {
  heading: string
  section: (SectionView & { specs: Spec[] }) | undefined
}) {
  const { t } = useTranslation()
  if (!section) return <ScreenHeading heading={heading} />
  const { postTitle, postSubTitle, anchor } = section
  return (
    <>
      <Banner post={section} heading={heading}>
        <TranslationNotice language={section.language} />
      </Banner>
      <TextIn language={section.language}>
        <section className="opening-body container">
          <header className="company-heading">
            {postTitle && (
              <h2 id={anchor} className={postTitle === heading ? 'visually-hidden' : undefined}>
                <MixedText text={postTitle} />
              </h2>
            )}
            <MixedParagraph text={postSubTitle} className="opening-statement" />
          </header>
          <RichText html={section.postDetails} />
          <SpecTable specs={section.specs} heading={t('product.facts')} />
        </section>
      </TextIn>
    </>
  )
}

/** Sections with their heading and picture beside the text. */
export function CompanyStory({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section) => (
    <section key={section.anchor} className="company-section company-story">
      <div className="company-story-head">
        <CompanyHeading section={section} />
        {section.postImage && <Picture post={section} use="story" shape="scene" closesUp />}
      </div>
      <div className="company-text">
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
    </section>
  ))
}

/** Fields of work, each with a wide picture, its text, and its specs beside the text. */
export function CompanyFields({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section, at) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} />
      {section.postImage && (
        <Picture post={section} use="field" shape="scene" isLcp={at === 0} closesUp />
      )}
      <div className="company-columns">
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
    </section>
  ))
}
