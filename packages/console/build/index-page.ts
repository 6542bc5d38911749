import type { Rolldown } from 'vite';

/** The page of a build. */
export function indexPage(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('index.html was not built');
  return page;
}
