import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/** A new folder that is deleted with the run's data. */
export function makeFolder(): string {
  return mkdtempSync(path.join(inject('dataRoot'), 'folder-'))
}

/** Writes files of a content folder, with the pictures and documents that they name. */
export function writeFiles(folder: string, files: Record<string, string>) {
  const write = (name: string, text: string) => {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) {
    write(name, text)
    for (const [picture] of text.matchAll(/[\w-]+\.(?:png|jpg)/g))
      write(`images/${picture}`, 'picture')
    for (const [document] of text.matchAll(/[\w-]+\.pdf/g)) write(`files/${document}`, '%PDF-1.4')
  }
}

/** Writes the small sample to a new folder, with some files replaced; null omits one. */
export function writeSmallSample(changes: Record<string, string | null> = {}): string {
  const folder = makeFolder()
  const files = Object.entries({ ...smallSample, ...changes })
  const written = files.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]))
  writeFiles(folder, Object.fromEntries(written))
  return folder
}

function post(id: string, rest = ''): string {
  return `- id: ${id}
  image: ${id}.png
  Ar: { title: عنوان ${id}, subTitle: وصف, details: نص }
  En: { title: Title ${id}, subTitle: Words, details: Text }
${rest}`
}

export const smallSample: Record<string, string> = {
  'about.yaml': post('about-1'),
  'backgrounds.yaml': post('background-1') + post('background-2'),
  'branches.yaml': `
- id: branch-riyadh
  image: branch-riyadh.png
  Ar: { title: فرع الرياض }
  En: { title: Riyadh branch }
  contact:
    adress1: { Ar: شارع الستين، الرياض, En: "Sitteen Street, Riyadh" }
    email1: riyadh@tayyar.example
    phone1: "+966 11 555 0111"
  latitude: 24.6905
  longitude: 46.6853
  openingHours: { Ar: 8 صباحا, En: 8 am }
`,
  'company-goals.yaml': post('goal-1'),
  'contact.yaml': `
id: contact
adress1: { Ar: الرياض, En: Riyadh }
email1: info@tayyar.example
phone1: "+966 11 555 0100"
mapUrl: https://www.google.com/maps?q=24.6905,46.6853
whatsapp: https://wa.me/966115550100
telegram: ""
`,
  'footer.yaml': `
id: footer
Ar: { title: تيار, subTitle: حلول }
En: { title: Tayyar, subTitle: Solutions }
imageHeader: header.png
imageFooter: footer.png
`,
  'home-slider.yaml': post('slide-1', '  parent: news-new\n') + post('slide-2'),
  'news.yaml':
    post('news-old', '  date: 2025-01-02\n') +
    post('news-new', '  date: 2026-03-14\n') +
    post('news-middle', '  date: 2025-12-31\n'),
  'projects.yaml':
    post('project-old', '  date: 2020-05-05\n') +
    post('project-new', '  date: 2024-05-05\n  parent: solution-1\n'),
  'services.yaml': post('service-1'),
  'solutions.yaml':
    post('solution-1', '  products: [breaker-2, breaker-1, cable-1]\n') +
    post('solution-2', '  products: [breaker-1]\n') +
    post('solution-empty'),
  'specifications.yaml': `
rated-current:
  name: { Ar: التيار المقنن, En: Rated current }
  unit: A
  meaning: What it carries
curve:
  name: { Ar: منحنى الفصل, En: Curve }
  meaning: When it trips
standards:
  name: { Ar: المواصفات, En: Standards }
  meaning: What it is tested to
`,
  'sustainability.yaml': post('sustainability-1'),
  'work-fields.yaml': post('field-1'),
  'blog/01-first.yaml': `
id: blog-first
date: 2025-02-01
Ar: { title: مقال أول }
En: { title: A first article }
`,
  'blog/02-second.yaml': `
id: blog-second
date: 2026-02-01
Ar: { title: مقال ثان }
En: { title: A second article }
`,
  'products/01-protection.yaml': `
id: protection
image: protection.png
Ar: { title: الحماية }
En: { title: Protection }
types:
  - id: breakers
    image: breakers.png
    keySpecs: [rated-current]
    Ar: { title: القواطع }
    En: { title: Breakers }
    products:
      - id: breaker-1
        image: breaker-1.png
        Ar:
          title: قاطعُ أحمـدَ الأوّل ٦٣ أمبير
          subTitle: قاطع مؤكَّد لوحة
          details: |
            ## المواصفات
            نص <b>عربي</b>.
        En:
          title: TM63 Breaker
          subTitle: A breaker
          details: |
            ## Facts
            | A | B |
            |---|---|
            | 1 | 2 |

            In **bold**.

            <script>alert(1)</script>
        specs:
          rated-current: 1.10
          curve: { Ar: ج, En: C }
          standards: IEC 60898-1, IEC 60947-2
        gallery:
          - breaker-1-2.png
          - breaker-1-3.png
        variants:
          - code: TM63-C6
            specs: { curve: { Ar: ج, En: C }, rated-current: 6 }
          - code: TM63-C16
            specs: { rated-current: 16 }
        files:
          - { fileName: breaker-1.pdf, title: { Ar: نشرة, En: Datasheet } }
      - id: breaker-2
        image: photo-of-breaker.jpg
        Ar: { title: قاطع إضافي }
        En: { title: Second breaker }
        specs: { rated-current: 16, standards: IEC 60898-1 }
        variants:
          - { code: TM125-C16, specs: { rated-current: 16 } }
      - id: breaker-3
        Ar: { title: مفتاح بلا صورة }
        En: { title: A switch without a picture }
        specs: { rated-current: 32 }
  - id: fuses
    Ar: { title: المصهرات }
    En: { title: Fuses }
`,
  'products/02-cables.yaml': `
id: cables
Ar: { title: الكابلات }
En: { title: Cables }
types:
  - id: armoured
    Ar: { title: كابلات مسلحة }
    En: { title: Armoured cables }
    products:
      - id: cable-1
        Ar: { title: كابل }
        En: { title: Cable 100% _safe_ }
`,
}

/** A file like products/01-protection.yaml with the given number of products: item-1, item-2, … */
export function productsFile(count: number): string {
  const products = Array.from(
    { length: count },
    (_, index) => `
      - id: item-${index + 1}
        Ar: { title: منتج ${index + 1} }
        En: { title: Item ${index + 1} }`,
  )
  return `
id: many
Ar: { title: كثير }
En: { title: Many }
types:
  - id: items
    Ar: { title: منتجات }
    En: { title: Items }
    products:${products.join('')}
`
}
