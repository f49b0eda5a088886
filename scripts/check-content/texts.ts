import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { languages, type Language } from '../../server/content-service/wire.ts'

/** A line of text of the content or of the interface. */
export interface Text {
  file: string
  /** From 1. */
  line: number
  /** Null for a value that both languages share. */
  language: Language | null
  /** The id of the innermost post around it, or empty. */
  post: string
  /** The key that holds it, such as `title` or `details`. */
  key: string
  text: string
  /** Whether it is a row of a table or the value of a specification, where unit symbols stand. */
  isTable: boolean
}

/** Something wrong in a text. */
export interface Problem extends Text {
  message: string
}

/** Keys whose values are ids, file names, addresses and what only editors read. */
const notRead =
  /^(?:id|image\w*|gallery|fileName|code|parent|keySpecs|date|unit|meaning|openingHours|l\w+itude|mapUrl|email1|phone1|facebook|youtube|whatsapp|telegram|tweeter)$/

/**
 * Lists the lines of text in a YAML or JSON file. A specification with a name and a unit of its own
 * is one line: `Weight 12 kg`.
 * @param language of a file that is in one language
 */
export function listTexts(file: string, source: string, language: Language | null = null): Text[] {
  const counter = new LineCounter()
  const { contents } = parseDocument(source, { schema: 'failsafe', lineCounter: counter })

  function walk(node: unknown, around: Omit<Text, 'line' | 'text'>): Text[] {
    if (isSeq(node)) return node.items.flatMap((item) => walk(item, around))
    if (isMap(node)) {
      const post = node.get('id')
      const inside = typeof post === 'string' ? { ...around, post } : around
      if (node.has('name') && node.has('value')) return specificationLines(node, inside)
      return node.items.flatMap(({ key, value }) => {
        const name = String(key)
        if (notRead.test(name)) return []
        if (name === 'Ar' || name === 'En') return walk(value, { ...inside, language: name })
        // The products of a solution are a list of ids.
        if (name === 'products' && isSeq(value) && isScalar(value.items[0])) return []
        const isTable = name === 'specs' || (inside.isTable && name !== 'name')
        return walk(value, { ...inside, key: name, isTable })
      })
    }
    if (!isScalar(node) || !node.range) return []
    const { line } = counter.linePos(node.range[0])
    const first = node.type?.startsWith('BLOCK') ? line + 1 : line
    return String(node.value)
      .split('\n')
      .map((text, at) => ({
        ...around,
        line: first + at,
        text: text.replace(/\{\{(\w+)[^}]*\}\}/g, '{$1}'),
        isTable: around.isTable || text.startsWith('|'),
      }))
      .filter(({ text }) => text.trim() !== '')
  }
  /** A specification that has its own name and unit, as a line in each language. */
  function specificationLines(spec: YAMLMap, around: Omit<Text, 'line' | 'text'>): Text[] {
    const read = (key: string, language: Language) => {
      const value = spec.get(key)
      const own = String((isMap(value) ? value.get(language) : value) ?? '')
      // The service puts Arabic commas into a list that both languages share.
      return language === 'Ar' ? own.replaceAll(', ', '، ') : own
    }
    const { line } = counter.linePos(spec.range?.[0] ?? 0)
    return languages.map((language) => {
      const [value, unit] = [read('value', language), read('unit', language)]
      const gap = unit === '%' && language === 'Ar' ? '' : ' '
      const text = `${read('name', language)} ${value}${gap}${unit}`.trim()
      return { ...around, language, line, text, isTable: true }
    })
  }

  return walk(contents, { file, language, post: '', key: '', isTable: false })
}
