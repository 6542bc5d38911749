import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { useAttentionLabel } from './attention-label.ts';

interface Props {
  /** The page's only h1, and the tab's title. */
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The tab's title begins with the number of tickets that need attention. */
export function usePageTitle(title: string): void {
  const { t } = useText();
  useDocumentTitle(`${useAttentionLabel()}${title} - ${t('app.name')}`);
}

export function Page({ title, note, actions, children }: Props) {
  usePageTitle(title);
  return (
    <>
      <Group justify="space-between" className="page-title">
        {note === undefined ? (
          <Title order={1} miw={0}>
            {title}
          </Title>
        ) : (
          // It shrinks, so that the note gets its own line before the actions.
          <Group gap="0 0.75rem" align="baseline" flex="1 1 12rem" miw={0}>
            <Title order={1} miw={0}>
              {title}
            </Title>
            {note}
          </Group>
        )}
        {actions}
      </Group>
      {children}
    </>
  );
}
