import { cachedFormat } from './cached-format.ts';

/** Formats in kB, or in MB from a million bytes. */
export function sizeText(language: string, bytes: number): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const format = cachedFormat(
    `size ${language} ${unit}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }),
  );
  return format.format(bytes / (unit === 'kilobyte' ? 1000 : 1_000_000));
}
