import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import type { ComponentType, ReactNode } from 'react'
import { addresses } from '../addresses'
import { SearchForm } from '../search/search-form'
import type { Spec } from '../content/content.server'
import { MixedText } from '../components/mixed-text'
import type { CardView } from '../views/card-views.server'
import { denseCardUse, Picture } from '../components/pictures/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'
import { Band } from '../components/bands'

/** Posts as cards in 1 to 5 columns, depending on the screen's width. */
export function CardGrid({
  cards,
  linkTo,
  shape,
  isDense = false,
  level = 'h2',
  isLcp = false,
  Menu,
}: {
  cards: CardView[]
  /** Returns the path of a card's link by postID. */
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  /** Two columns even on the smallest screens, for small pictures with short titles. */
  isDense?: boolean
  /** The heading level of the cards' titles. */
  level?: 'h2' | 'h3'
  /** Whether the first card's picture is the page's LCP image. */
  isLcp?: boolean
  /** Shown below each card's text. */
  Menu?: ComponentType<{ post: CardView; to: string }>
}) {
  if (cards.length === 0) return <EmptyList />
  return (
    <ul className="card-grid" data-dense={isDense || undefined}>
      {cards.map((card, at) => (
        <li key={card.postID} className="card">
          <Picture
            post={card}
            use={isDense ? denseCardUse(cards.length) : 'card'}
            shape={shape}
            isLcp={isLcp && at === 0}
          />
          {card.dateText && <time dateTime={card.postDate}>{card.dateText}</time>}
          <PostTitle post={card} to={linkTo(card.postID)} level={level} />
          <PostSubTitle post={card} />
          {Menu && <Menu post={card} to={linkTo(card.postID)} />}
        </li>
      ))}
    </ul>
  )
}

/** Related posts below a screen, with a link to the whole list. Nothing if there are none. */
export function Related({
  heading,
  cards,
  linkTo,
  shape,
  isDense,
  Menu,
  all,
  children,
}: {
  heading: string
  cards: CardView[]
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  isDense?: boolean
  /** Shown below each card's text. */
  Menu?: ComponentType<{ post: CardView; to: string }>
  all?: { to: string; title: string }
  /** Replaces the card grid. */
  children?: ReactNode
}) {
  if (cards.length === 0) return null
  return (
    <Band heading={heading} all={all}>
      {children ?? (
        <CardGrid
          cards={cards}
          linkTo={linkTo}
          shape={shape}
          isDense={isDense}
          level="h3"
          Menu={Menu}
        />
      )}
    </Band>
  )
}

/** Services as a ruled index, one per row. */
export function PostServices({
  services,
  level,
  isLcp = false,
}: {
  services: CardView[]
  level: 'h2' | 'h3'
  /** Whether the first service's picture is the page's LCP image. */
  isLcp?: boolean
}) {
  return (
    <ul className="services">
      {services.map((service, at) => (
        <li key={service.postID} className="service card">
          <PostTitle post={service} to={addresses.service(service.postID)} level={level} />
          <PostSubTitle post={service} />
          <Picture post={service} use="service" shape="scene" isLcp={isLcp && at === 0} />
        </li>
      ))}
    </ul>
  )
}

/** A few specs of a post in a list, each a name and a value. */
export function PostSpecs({ specs }: { specs: Spec[] }) {
  if (specs.length === 0) return null
  return (
    <dl className="post-specs">
      {specs.map(({ name, value, unit }, at) => (
        <div key={at}>
          <dt>
            <MixedText text={name} />
          </dt>
          <dd>
            <MixedText text={unit ? `${value} ${unit}` : value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The message for an empty list, drawn as an outgoing line with nothing connected, and a search field. */
export function EmptyList() {
  const { t } = useTranslation()
  return (
    <>
      <p className="empty-list">
        {t('list.empty')} <Link to={addresses.contact()}>{t('list.askUs')}</Link>
      </p>
      <SearchForm id="search-elsewhere" label={t('search.new')} />
    </>
  )
}
