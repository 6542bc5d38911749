import { isRepeated } from './test-folders.ts';
import type { Failure } from './test-summary.ts';

/** More failed files are an error. */
export const MAX_REPEATED = 2;

export interface EngineFailure extends Failure {
  readonly engine: string;
}

/** None if too many failed, which is an error, or one that is never repeated. */
export function filesToRepeat(root: string, failures: readonly EngineFailure[]): { engine: string; file: string }[] {
  const files = new Map(failures.map(({ engine, file }) => [`${engine} ${file}`, { engine, file }]));
  const all = [...files.values()];
  // Failures of the runner or of a group are in no package's file.
  const mayBeRepeated = (file: string) => file.startsWith('packages/') && isRepeated(root, file);
  return all.length <= MAX_REPEATED && all.every(({ file }) => mayBeRepeated(file)) ? all : [];
}
