import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../cards'
import { MixedText } from './mixed-text'
import { Picture } from './picture'

/**
 * What the company does, in one sentence, over slides that the visitor moves: a row that scrolls
 * and snaps, so it works by touch, by keyboard and with script off.
 */
export function HomeSlides({ slides, heading }: { slides: CardView[]; heading: string }) {
  const { t } = useTranslation()
  return (
    <section className="hero" aria-label={t('home.slides')}>
      <div className="hero-text container">
        <h1>{heading}</h1>
        <p>
          <Link className="button" to={addresses.solutions()}>
            {t('home.toSolutions')}
          </Link>
          <Link className="text-link" to={addresses.contact()}>
            {t('home.toContact')}
          </Link>
        </p>
      </div>
      {slides.length > 0 && (
        // A region that scrolls has to be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="slides" tabIndex={0} aria-label={t('home.slides')}>
          {slides.map((slide, at) => (
            <li key={slide.postID} className="slide">
              <Picture
                image={slide.postImage}
                sizes="(min-width: 80rem) 60rem, 88vw"
                shape="scene"
                isLeading={at === 0}
              />
              <div className="slide-text">
                <p className="slide-title">
                  <MixedText text={slide.postTitle} />
                </p>
                {slide.postSubTitle && (
                  <p>
                    <MixedText text={slide.postSubTitle} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
