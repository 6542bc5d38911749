import { offerNewVersion, WORKER_URL } from './console-version.ts';

export class CodeError extends Error {
  override readonly name = 'CodeError';
  /** Otherwise the server was upgraded and no longer has the file. */
  readonly isOffline: boolean;

  constructor(isOffline: boolean, cause: unknown) {
    super('The code could not be loaded.', { cause });
    this.isOffline = isOffline;
  }
}

/** The file did not arrive. Each browser has its own text. */
export function isImportFailure(error: unknown): boolean {
  return error instanceof Error && /import|module|preload/i.test(error.message);
}

export async function isServerThere(): Promise<boolean> {
  try {
    await fetch(WORKER_URL, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs an import(). If the file is gone, the header offers the new version. Throws CodeError if it
 * did not arrive.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isImportFailure(error)) throw error;
    if (!(await isServerThere())) throw new CodeError(true, error);
    // The connection may be back already.
    return load().catch((again) => {
      offerNewVersion();
      throw new CodeError(false, again);
    });
  }
}
