import type { Rolldown } from 'vite';

export function indexPage(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('index.html was not built');
  return page;
}
