import { importBeside } from './import-beside.ts';
import type { KnownModule } from './known/known-module.tsx';

/** Set by the build, with a hash. */
declare const KNOWN_MODULE: string;

let known: KnownModule | undefined;

/**
 * Draws known issues when their module is loaded, else none.
 *
 * @param then called when it is loaded
 */
export function knownModule(baseUrl: string, then: () => void): KnownModule {
  if (!known) {
    known = () => undefined;
    importBeside<KnownModule>(KNOWN_MODULE, baseUrl).then(
      (loaded) => {
        known = loaded;
        then();
      },
      () => {},
    );
  }
  return known;
}
