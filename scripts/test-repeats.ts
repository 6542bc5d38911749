import { isRepeated } from './test-folders.ts';
import type { Failure } from './test-summary.ts';

/** How many files that failed may be repeated. More are an error. */
export const MAX_REPEATED = 2;

export interface EngineFailure extends Failure {
  readonly engine: string;
}

/**
 * The files to run once more. None if a file failed that is never repeated, or if too many failed,
 * which is an error by itself.
 */
export function filesToRepeat(root: string, failures: readonly EngineFailure[]): { engine: string; file: string }[] {
  const files = new Map(failures.map(({ engine, file }) => [`${engine} ${file}`, { engine, file }]));
  const all = [...files.values()];
  // A failure of the runner itself, or of a group of files, is in no file of a package.
  const mayBeRepeated = (file: string) => file.startsWith('packages/') && isRepeated(root, file);
  return all.length <= MAX_REPEATED && all.every(({ file }) => mayBeRepeated(file)) ? all : [];
}
