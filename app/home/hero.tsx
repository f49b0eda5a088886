import { useEffect, useRef, type RefObject, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useRouteLoaderData } from '@remix-run/react'
import type { SlideView } from './slide-views.server'
import { Icon } from '../components/icon'
import { Ltr, MixedParagraph, MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { TextIn } from '../language/text-language'
import { addresses } from '../addresses'
import { PageTitle } from '../components/post-text'
import type { Frame } from '../layout/frame'

/**
 * Tracks which slide of a row with scroll snapping is shown, and scrolls by steps.
 * @param row the list whose children are the slides
 * @param onShow called with the index of the slide shown; must be a stable function
 * @param first the index of the slide shown on mount
 * @returns scrolls by a number of slides, negative for backwards; does nothing past either end
 */
export function useSlideRow(
  row: RefObject<HTMLElement | null>,
  onShow: (at: number) => void,
  first = 0,
) {
  const shown = useRef(first)
  /** The index that the row is scrolling to. Steps count from it, since scrolling takes time. */
  const target = useRef<number | null>(null)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)
        if (!entry) return
        const at = [...list.children].indexOf(entry.target)
        // Cleared at the target, or where the visitor moved the row; not by slides passed on the
        // way.
        if (target.current !== null && !isBefore(at, shown.current, target.current))
          target.current = null
        shown.current = at
        onShow(at)
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    /** The visitor's own scrolling cancels the target. */
    const clearTarget = () => {
      target.current = null
    }
    list.addEventListener('pointerdown', clearTarget)
    list.addEventListener('wheel', clearTarget, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('pointerdown', clearTarget)
      list.removeEventListener('wheel', clearTarget)
    }
  }, [row, onShow])

  return function step(by: number) {
    const at = (target.current ?? shown.current) + by
    const slide = row.current?.children[at]
    if (!slide) return
    target.current = at
    slide.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
}

/** Whether a slide is between two others, including the first and excluding the last. */
function isBefore(at: number, from: number, to: number) {
  return from <= to ? from <= at && at < to : to < at && at <= from
}

/**
 * The visitor moves the slides: a row with scroll snapping, so it works by touch, by keyboard and
 * with script off. Script adds the two buttons and the number of the slide below the picture. The first
 * picture is the LCP image, the others load lazily.
 */
function Slides({ slides }: { slides: SlideView[] }) {
  const { t } = useTranslation()
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const step = useSlideRow(row, setShown)

  return (
    <section className="slides full-bleed" aria-label={t('home.slides')}>
      {/* A scrollable region has to be focusable for keyboard users. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="slide-row" ref={row} tabIndex={0} aria-label={t('home.slides')}>
        {slides.map((slide, at) => (
          <li key={slide.postID} className="slide">
            <Slide slide={slide} isFirst={at === 0} />
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="slide-steps">
          {shown !== null && (
            <>
              <button
                className="icon-button"
                type="button"
                aria-disabled={shown === 0 || undefined}
                onClick={() => step(-1)}
              >
                <Icon name="chevronBack" />
                <span className="visually-hidden">{t('home.previousSlide')}</span>
              </button>
              <p aria-live="polite">
                <Ltr>{`${shown + 1} / ${slides.length}`}</Ltr>
              </p>
              <button
                className="icon-button"
                type="button"
                aria-disabled={shown === slides.length - 1 || undefined}
                onClick={() => step(1)}
              >
                <Icon name="chevron" />
                <span className="visually-hidden">{t('home.nextSlide')}</span>
              </button>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** The picture and its text: one link to what the slide shows. */
function Slide({ slide, isFirst }: { slide: SlideView; isFirst: boolean }) {
  const { postTitle, postSubTitle, link } = slide
  const content = (
    <>
      <div className="slide-picture">
        <Picture post={slide} use="slide" shape="scene" isLcp={isFirst} />
      </div>
      {(postTitle || postSubTitle) && (
        <TextIn language={slide.language}>
          <div className="slide-text">
            <MixedParagraph text={postTitle} className="slide-title" />
            <MixedParagraph text={postSubTitle} />
          </div>
        </TextIn>
      )}
    </>
  )
  if (!link) return content
  return (
    <Link className="slide-link" to={link.to} draggable={false}>
      {postTitle === '' && (
        <span className="visually-hidden">
          <MixedText text={link.title} />
        </span>
      )}
      {content}
    </Link>
  )
}

/** The company's name, and what the content says of it, beside the slides. */
export function Hero({ slides }: { slides: SlideView[] }) {
  const { t } = useTranslation()
  const frame = useRouteLoaderData<Frame>('root')
  const title = frame?.footer?.postTitle || frame?.companyName || t('home.heading')
  return (
    <div className="hero">
      <div className="hero-text container">
        <PageTitle text={title} />
        <MixedParagraph text={frame?.footer?.postSubTitle ?? ''} className="lead" />
        <p className="hero-links">
          <Link className="button" to={addresses.solutions()}>
            {t('home.toSolutions')}
          </Link>
          <Link className="text-link" to={addresses.contact()}>
            {t('layout.contactUs')}
          </Link>
        </p>
      </div>
      {slides.length > 0 && <Slides slides={slides} />}
    </div>
  )
}
