import { getDocumentProxy } from 'unpdf'

/** A piece of text on a page of a PDF, with its position in points from the lower left. */
export interface PdfItem {
  str: string
  page: number
  x: number
  y: number
}

/** Reads a PDF as viewers do: its pages, metadata, and texts in the order of its content. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const items: PdfItem[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , , , x = 0, y = 0] = item.transform as number[]
      items.push({ str: item.str, page: number, x, y })
    }
  }
  const { info } = await document.getMetadata()
  return {
    pages: document.numPages,
    items,
    info: info as { Title?: string; Language?: string },
    isTagged: ((await document.getMarkInfo()) as { Marked?: boolean } | null)?.Marked === true,
    text: textOf(items),
  }
}

interface TreeNode {
  role?: string
  alt?: string
  type?: string
  id?: string
  children?: TreeNode[]
}

/** Reads a PDF as screen readers do: an entry for each element of its structure, with its role and its words in order. */
export async function readAloud(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const heard: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const texts = new Map<string, string>()
    const ids = ['']
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      const id = ids.at(-1) ?? ''
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str)
      else if (item.type === 'endMarkedContent') ids.pop()
      // Content without an id is part of what is around it.
      else ids.push(item.id ?? id)
    }
    const wordsOf = (node: TreeNode): string =>
      node.type === 'content'
        ? (texts.get(node.id ?? '') ?? '')
        : (node.alt ?? (node.children ?? []).map(wordsOf).join(' '))
    const hear = (node: TreeNode) => {
      const children = node.children ?? []
      const isBlock =
        children.some(({ role }) => role !== undefined) && !/^[PH]/.test(node.role ?? '')
      if (isBlock) children.forEach(hear)
      else heard.push(`${node.role}: ${wordsOf(node).replace(/\s+/g, ' ').trim()}`)
    }
    const tree = (await page.getStructTree()) as TreeNode | null
    if (tree) hear(tree)
  }
  return heard
}

function textOf(items: readonly PdfItem[]) {
  return plainText(items.map(({ str }) => str).join(' '))
}

/** A text without spaces and invisible characters, in one form of each letter. */
export function plainText(text: string) {
  return text.normalize('NFKC').replace(/[\s\u200b-\u200f]/g, '')
}

/** The texts of each line from left to right, as they are seen. Baselines of one line differ by less than 3 points. */
export function linesOf(items: readonly PdfItem[]) {
  const lines: PdfItem[][] = []
  for (const item of [...items].sort((a, b) => a.page - b.page || b.y - a.y)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    if (first && first.page === item.page && first.y - item.y < 3) line?.push(item)
    else lines.push([item])
  }
  return lines.map((line) =>
    plainText(
      line
        .sort((a, b) => a.x - b.x)
        .map(({ str }) => str)
        .join(''),
    ),
  )
}
