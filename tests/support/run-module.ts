import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { projectRoot } from '@site/runtime/project'

/**
 * Runs a module in its own process, to test its output.
 * @param source TypeScript; imports are relative to the project folder
 * @returns the lines on standard output
 * @throws when the process exits with an error
 */
export async function runModule(source: string): Promise<string[]> {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', source]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: projectRoot })
  return stdout.split('\n').filter((line) => line !== '')
}
