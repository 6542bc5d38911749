import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  /** What is not there. */
  readonly title: string;
  /** Why, and how it comes to be there. */
  readonly text: string;
  /** A button or link to do just that. */
  readonly action?: ReactNode;
}

/** In place of a list without entries: what would be here, and what to do. */
export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <ThemeIcon variant="light" size="xl" radius="xl" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="28rem">
        {text}
      </Text>
      {action}
    </Stack>
  );
}
