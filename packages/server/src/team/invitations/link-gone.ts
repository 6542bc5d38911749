import { AppError } from '../../errors.ts';

export const linkGone = () => new AppError('not-found', { detail: 'This link was used, taken back or has expired.' });
