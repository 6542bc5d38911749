import { Fragment, h } from 'preact';
import type { Host } from './host.ts';
import { urlBeside } from './locale.ts';

/**
 * Loads a module beside the script, and gives it what it draws with.
 *
 * @param failures how often that failed before. Some browsers remember that a module could not be
 *   loaded, so each retry uses another URL.
 */
export const importBeside = <Module>(name: string, baseUrl: string, failures?: number): Promise<Module> =>
  import(urlBeside(name, baseUrl) + (failures ? `&${failures}` : '')).then(
    ({ create }: { create(host: Host): Module }) => create({ h, Fragment }),
  );
