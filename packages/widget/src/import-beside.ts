import { Fragment, h } from 'preact';
import type { Host } from './host.ts';
import { urlBeside } from './locale.ts';

/**
 * Loads a module beside the script, and gives it what it draws with.
 *
 * @param failures how often that failed before: each retry uses another URL, as some browsers
 *   remember failures.
 */
export const importBeside = <Module>(name: string, baseUrl: string, failures?: number): Promise<Module> =>
  import(urlBeside(name, baseUrl) + (failures ? `&${failures}` : '')).then(
    ({ create }: { create(host: Host): Module }) => create({ h, Fragment }),
  );
