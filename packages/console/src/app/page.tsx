import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../i18n/text.ts';

interface Props {
  /** The page's only h1, and what the browser's tab says. */
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Names the browser's tab. */
export function usePageTitle(title: string): void {
  const { t } = useText();
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`;
  }, [title, t]);
}

/** What every page below the shell begins with. */
export function Page({ title, actions, children }: Props) {
  usePageTitle(title);
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>{title}</Title>
        {actions}
      </Group>
      {children}
    </>
  );
}
