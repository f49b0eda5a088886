import { readFolder } from '@site/content-folder/folder-reader'
import { sampleFolder } from '@site/content-folder/folder-files'

/** The project's own sample. It takes a second to read, and the files of a thread share it: no test changes it. */
export const { content: sampleContent } = await readFolder(sampleFolder)
