import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../i18n/text.ts';
import { turnLettersOn, useIgnoredLetters, watchReading } from '../ui/letters.ts';

/** Says why a key was ignored. In the header it moves nothing. */
export function LettersHint() {
  const { t } = useText();
  const { pathname } = useLocation();
  const isIgnored = useIgnoredLetters();
  useEffect(watchReading, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every page
  useEffect(turnLettersOn, [pathname]);
  return (
    <Text size="sm" c="dimmed" role="status" visibleFrom="sm" truncate>
      {isIgnored && t('shortcuts.off')}
    </Text>
  );
}
