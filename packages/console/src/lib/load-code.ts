import { offerNewVersion, WORKER_URL } from './console-version.ts';

/** Code that could not be loaded. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
  /** Whether the server did not respond. Otherwise it no longer has the file: it was upgraded. */
  readonly isOffline: boolean;

  constructor(isOffline: boolean, cause: unknown) {
    super('The code could not be loaded.', { cause });
    this.isOffline = isOffline;
  }
}

/** Whether an import() failed because its file did not arrive. Each browser has its own text. */
export function isImportFailure(error: unknown): boolean {
  return error instanceof Error && /import|module|preload/i.test(error.message);
}

/** Whether the server responds. */
export async function isServerThere(): Promise<boolean> {
  try {
    await fetch(WORKER_URL, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs an import(). If the server no longer has the file, the header offers the new version.
 *
 * @throws CodeError if the file did not arrive
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isImportFailure(error)) throw error;
    if (!(await isServerThere())) throw new CodeError(true, error);
    // The connection may have been away for a moment only.
    return load().catch((again) => {
      offerNewVersion();
      throw new CodeError(false, again);
    });
  }
}
