import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { setLanguage, useText } from '../i18n/text.ts';
import type { MenuEntry } from './lazy-menu.tsx';
import { notifyError } from './notify.ts';
import { SCHEMES } from './theme.ts';

export function usePreferences(): MenuEntry[] {
  const { t, language } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [
    { heading: t('menu.theme') },
    {
      options: SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme.${scheme}`) })),
      value: colorScheme,
      onChange: (scheme) => setColorScheme(scheme as MantineColorScheme),
    },
    { heading: t('menu.language') },
    {
      options: Object.entries(LANGUAGES).map(([one, name]) => ({ value: one, label: name, lang: one })),
      value: language,
      onChange: (value) => void setLanguage(value as Language).catch(notifyError),
    },
  ];
}
