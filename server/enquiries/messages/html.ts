const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML whose texts are escaped. */
export interface Html {
  html: string
}

/**
 * HTML from a template. A text put into it is escaped, whether in an attribute or between tags; HTML made
 * here, or a list of it, is not.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | Html[])[]
): Html {
  const texts = values.map((value) => {
    if (Array.isArray(value)) return value.map((each) => each.html).join('')
    return typeof value === 'object' ? value.html : escape(String(value))
  })
  return { html: parts.map((part, at) => part + (texts[at] ?? '')).join('') }
}

function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
