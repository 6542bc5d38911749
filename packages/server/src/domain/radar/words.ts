import { MAX_ONCE_PER_HOURS, rarityOf } from './spike.ts';

export function rarityInWords(oncePerHours: number): string {
  if (oncePerHours >= MAX_ONCE_PER_HOURS) return 'Such a spike happens by chance less than once in 1,000 years.';
  const { unit, count } = rarityOf(oncePerHours);
  const time = count === 1 ? `a ${unit}` : `${count} ${unit}s`;
  return `Such a spike happens by chance about once in ${time}.`;
}
