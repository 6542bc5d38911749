import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { LANGUAGES, type Language } from '../i18n/catalogues.ts';
import { setLanguage, useText } from '../i18n/text.ts';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { notifyError } from '../ui/notify-error.tsx';
import { SCHEMES } from './theme.ts';

/** Theme and language, as parts of a menu. */
export function usePreferences(): MenuEntry[] {
  const { t, language } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [
    { heading: t('menu.theme') },
    {
      choices: SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme.${scheme}`) })),
      value: colorScheme,
      onChoose: (scheme) => setColorScheme(scheme as MantineColorScheme),
    },
    { heading: t('menu.language') },
    {
      choices: Object.entries(LANGUAGES).map(([one, name]) => ({ value: one, label: name, lang: one })),
      value: language,
      onChoose: (chosen) => void setLanguage(chosen as Language).catch(notifyError),
    },
  ];
}
