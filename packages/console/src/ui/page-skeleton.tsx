import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useText } from '../i18n/text.ts';

/** While its class is in the document, typing does nothing. */
export function PageSkeleton() {
  const { t } = useText();
  return (
    <Stack className="page-skeleton" p="md" gap="md" role="status">
      <VisuallyHidden>{t('loading.label')}</VisuallyHidden>
      <Skeleton height={28} width="12rem" />
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  );
}
