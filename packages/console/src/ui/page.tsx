import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { useAttentionLabel } from './attention-label.ts';

interface Props {
  /** The only h1 of the page, and the title of the browser tab. */
  readonly title: string;
  /** Beside the title. */
  readonly note?: ReactNode;
  /** At the other end of the line. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Sets the title of the browser tab. It begins with the number of tickets that need attention. */
export function usePageTitle(title: string): void {
  const { t } = useText();
  useDocumentTitle(`${useAttentionLabel()}${title} - ${t('app.name')}`);
}

/** The title and the content of a page in the shell. */
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
          // It shrinks, so that the note gets a line of its own before the actions do.
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
