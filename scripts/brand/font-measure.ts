import { Blob, Buffer as TextBuffer, Face, Font, shape } from 'harfbuzzjs'

/**
 * Ordinary prose, over which the mean advance of a character is measured. Prose has the natural
 * frequency of letters and, in Arabic, of their joined forms, which a table of single letters lacks.
 * Do not change these passages: the means of the system fonts in font-fallbacks.ts depend on them.
 */
const passages = {
  latin:
    'Low-voltage switchgear is selected by the current that it carries all day, the fault that it ' +
    'must break, and the heat of the room in which it stands. We design, build and test every panel ' +
    'in our own factory, deliver it with its drawings, and look after it for as long as it runs.',
  arabic:
    'تُختار لوحات التوزيع بحسب التيار الذي تحمله طوال اليوم، والعطل الذي عليها أن تفصله، وحرارة ' +
    'الغرفة التي تقف فيها، ونصمم كل لوحة ونبنيها ونختبرها في مصنعنا، ونسلّمها مع مخططاتها، ونتولى ' +
    'صيانتها ما دامت تعمل، ويردّ على اتصالك مهندس من القسم المعني يعرف منتجاتنا ومشاريعك',
}

export type Script = keyof typeof passages

/** The extent of a line above and below its baseline, in em. */
export interface LineMetrics {
  ascent: number
  descent: number
}

interface FontMetrics extends LineMetrics {
  /** Mean advance of a character in prose, in em; 0 for a script that the font does not support. */
  advance: Record<Script, number>
}

/** @param file a TrueType or OpenType font */
export function measureFont(file: Uint8Array): FontMetrics {
  const font = openFont(file)
  const { ascender, descender } = font.hExtents()
  const { upem } = font.face
  return {
    ascent: ascender / upem,
    descent: -descender / upem,
    advance: { latin: meanAdvance(font, 'latin'), arabic: meanAdvance(font, 'arabic') },
  }
}

/** The code points of a font. */
export function charactersOf(file: Uint8Array): Set<number> {
  return new Set(openFont(file).face.collectUnicodes())
}

function openFont(file: Uint8Array) {
  return new Font(new Face(new Blob(file)))
}

function meanAdvance(font: Font, script: Script) {
  const text = passages[script]
  const buffer = new TextBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const glyphs = buffer.getGlyphInfosAndPositions()
  if (glyphs.some(({ codepoint }) => codepoint === 0)) return 0
  const total = glyphs.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0)
  return total / font.face.upem / Array.from(text).length
}
