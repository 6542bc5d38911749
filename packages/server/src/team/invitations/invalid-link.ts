import { AppError } from '../../errors.ts';

export const invalidLink = () =>
  new AppError('not-found', { detail: 'This link was used or deleted, or it has expired.' });
