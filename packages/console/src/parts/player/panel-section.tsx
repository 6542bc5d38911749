import { Skeleton, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import classes from './player.module.css';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly list: readonly unknown[] | undefined;
  readonly error: unknown;
  readonly emptyText: string;
  readonly children: ReactNode;
}

export function PanelSection({ title, hint, list, error, emptyText, children }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="sm" mb={4} id={id}>
        {title}
      </Title>
      {hint !== undefined && list?.length !== 0 && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      {list === undefined && error === null && <Skeleton height={40} />}
      {list === undefined && error !== null && (
        <Text size="xs" c="dimmed">
          {errorText(error, t)}
        </Text>
      )}
      {list?.length === 0 && (
        <Text size="xs" c="dimmed">
          {emptyText}
        </Text>
      )}
      {list !== undefined && list.length > 0 && <ul className={classes.list}>{children}</ul>}
    </section>
  );
}
