import { UPLOAD_TYPES } from '@player-support/contract/enums';
import { AppError } from '../errors.ts';

/** Throws AppError `unsupported-media-type`. */
export function requireType(contentType: string | undefined): void {
  const [type = ''] = (contentType ?? '').split(';');
  if ((UPLOAD_TYPES as readonly string[]).includes(type.trim().toLowerCase())) return;
  throw new AppError('unsupported-media-type', { detail: `Send one of: ${UPLOAD_TYPES.join(', ')}.` });
}
