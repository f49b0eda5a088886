import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardView } from '../cards'
import { Icon } from '../components/icon'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'

/**
 * Slides that the visitor moves: a row that scrolls and snaps, so it works by touch, by keyboard and
 * with script off. Script adds the two buttons and says which slide is shown.
 */
export function Slides({ slides }: { slides: CardView[] }) {
  const { t } = useTranslation()
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number | null>(null)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
        if (entry) setShown([...list.children].indexOf(entry.target))
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) watcher.observe(slide)
    return () => watcher.disconnect()
  }, [])

  function show(at: number) {
    row.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }

  return (
    <section className="slides full-bleed" aria-label={t('home.slides')}>
      {/* A region that scrolls has to be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="slide-row" ref={row} tabIndex={0} aria-label={t('home.slides')}>
        {slides.map((slide, at) => (
          <li key={slide.postID} className="slide">
            <Picture
              image={slide.postImage}
              sizes="(min-width: 64rem) 58vw, 100vw"
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
      {slides.length > 1 && (
        <div className="slide-steps">
          {shown !== null && (
            <>
              <button type="button" disabled={shown === 0} onClick={() => show(shown - 1)}>
                <Icon name="chevronBack" />
                <span className="visually-hidden">{t('home.previousSlide')}</span>
              </button>
              <p aria-live="polite">
                <Ltr>{`${shown + 1} / ${slides.length}`}</Ltr>
              </p>
              <button
                type="button"
                disabled={shown === slides.length - 1}
                onClick={() => show(shown + 1)}
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
