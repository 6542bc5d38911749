import { AppError } from '../../errors.ts';

export const linkGone = () =>
  new AppError('not-found', { detail: 'This link was used or deleted, or it has expired.' });
