import { ApiError } from '../api.ts';
import type { Translate } from '../text.ts';

/** What a failure means to the person in front of it, and what to do. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) {
    // What an import() throws whose file an upgrade of the server has replaced; every browser words it otherwise.
    return error instanceof TypeError && /import|module/i.test(error.message)
      ? t('error.version')
      : t('error.unexpected');
  }
  switch (error.status) {
    case 0:
      return t('error.offline');
    case 403:
      return t('error.forbidden');
    case 404:
      return t('error.not-found');
    case 412:
      return t('error.conflict');
    case 429:
      return t('error.busy', { count: error.retryAfter ?? 30 });
    default:
      return error.status >= 500 ? t('error.server') : error.detail || error.title;
  }
}
