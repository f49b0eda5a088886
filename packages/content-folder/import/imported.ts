/** A file to write, by its name in the content folder, such as `news/2013-01-hello.md`. */
export interface ImportedFile {
  name: string
  text: string
}

/** A picture to fetch: its name in images/, and the address that it is fetched from. */
export interface ImportedPicture {
  name: string
  address: string
}

/** What was read from the export of another system. */
export interface Imported {
  /** The name of that system, such as "WordPress". */
  system: string
  files: ImportedFile[]
  pictures: ImportedPicture[]
  /** Lines for the user, about eight at most: what was read, and what was left out and why, with counts. */
  notes: string[]
}

/** An export cannot be read. The message is one sentence that names the file and the line. */
export class ImportError extends Error {
  override name = 'ImportError'
}
