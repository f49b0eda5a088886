import { SlideSteps, useSlideRow } from '../components/pictures/slide-row'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import type { SlideView } from './slide-views.server'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { Picture } from '../components/pictures/picture'
import { TextIn } from '../language/text-language'
import { addresses } from '../addresses'
import { PageTitle } from '../components/post-text'
import { useFrame } from '../layout/frame'

/**
 * The slides, moved by the visitor: a row with scroll snapping works by touch, by keyboard and
 * without script. Script adds two buttons and the slide's number below the picture. The first
 * picture is the LCP image; the others load lazily.
 */
function Slides({ slides }: { slides: SlideView[] }) {
  const { t } = useTranslation()
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const step = useSlideRow(row, setShown)

  return (
    <section className="slides full-bleed" aria-label={t('home.slides')}>
      {/* A scrollable region must be focusable for keyboard users. */}
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
            <SlideSteps
              shown={shown}
              count={slides.length}
              step={step}
              names={[t('home.previousSlide'), t('home.nextSlide')]}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** A picture and its text, as one link to the slide's post. */
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

/** The company's name and description beside the slides. */
export function Hero({ slides }: { slides: SlideView[] }) {
  const { t } = useTranslation()
  const frame = useFrame()
  const title = frame?.footer?.postTitle || frame?.companyName || t('home.heading')
  return (
    <div className="hero">
      <div className="hero-text container">
        <TextIn language={frame?.footer?.postLanguage}>
          <PageTitle text={title} />
          <MixedParagraph text={frame?.footer?.postSubTitle ?? ''} className="lead" />
        </TextIn>
        <p className="hero-links">
          <Link className="button" to={addresses.productsHome()}>
            {t('products.heading')}
          </Link>{' '}
          <Link className="text-link" to={addresses.solutions()}>
            {t('home.toSolutions')}
          </Link>{' '}
          <Link className="text-link" to={addresses.quickList()}>
            {t('quickList.toList')}
          </Link>
        </p>
      </div>
      {slides.length > 0 && <Slides slides={slides} />}
    </div>
  )
}
