import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { LANGUAGES, type Language, setLanguage, useText } from '../text.ts';
import { SCHEMES } from '../theme.ts';
import { notifyError } from '../ui/notify-error.tsx';

/** Theme and language, as parts of a menu. */
export function Preferences() {
  const { t, language } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('menu.theme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`theme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('menu.language')}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(chosen) => void setLanguage(chosen as Language).catch(notifyError)}>
        {Object.entries(LANGUAGES).map(([one, name]) => (
          <Menu.RadioItem key={one} value={one} lang={one}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
