import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

export function Section({ title, text, children }: Props) {
  const heading = useId();
  return (
    <Stack component="section" gap="sm" mb="xl" className="section" aria-labelledby={heading}>
      <div>
        <Title order={2} size="h3" id={heading}>
          {title}
        </Title>
        {text !== undefined && (
          <Text size="sm" c="dimmed" maw="40rem">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
