import { Breadcrumbs, type Crumb } from './breadcrumbs'
import { MixedText } from './mixed-text'
import { Picture } from './picture'

/** A heading on a wide picture; on plain paper where the picture is missing. */
export function Banner({
  image,
  heading,
  crumbs,
}: {
  image: string
  heading: string
  crumbs: Crumb[]
}) {
  return (
    <header className="banner" data-plain={image === '' || undefined}>
      {image && <Picture image={image} sizes="100vw" shape="scene" isLeading />}
      <div className="banner-text container">
        <Breadcrumbs crumbs={crumbs} />
        <h1>
          <MixedText text={heading} />
        </h1>
      </div>
    </header>
  )
}
