import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useText } from '../../i18n/text.ts';

/** Shows placeholders as high as the rows that load. */
export function RowSkeletons({ count }: { readonly count: number }) {
  const { t } = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('loading.label')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="queue-skeleton">
          <Skeleton height={12} width={`${55 - (index % 3) * 12}%`} />
          <Skeleton height={10} width={`${75 - (index % 4) * 10}%`} />
        </div>
      ))}
    </div>
  );
}
