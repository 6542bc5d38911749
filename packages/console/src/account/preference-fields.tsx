import { Box, Input, type MantineColorScheme, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { setLanguage, useText } from '../i18n/text.ts';
import { notifyError } from '../ui/notify.ts';
import { SCHEMES } from '../ui/theme.ts';

export function PreferenceFields() {
  const { t, language } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [themeLabel, languageLabel] = [useId(), useId()];
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('menu.theme')} labelElement="div" labelProps={{ id: themeLabel }}>
        <Box>
          <SegmentedControl
            withItemsBorders={false}
            aria-labelledby={themeLabel}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
            data={SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme.${scheme}`) }))}
          />
        </Box>
      </Input.Wrapper>
      <Input.Wrapper label={t('menu.language')} labelElement="div" labelProps={{ id: languageLabel }}>
        <Box>
          <SegmentedControl
            withItemsBorders={false}
            aria-labelledby={languageLabel}
            value={language}
            onChange={(value) => void setLanguage(value as Language).catch(notifyError)}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({
              value,
              label: <span lang={value}>{label}</span>,
            }))}
          />
        </Box>
      </Input.Wrapper>
    </Stack>
  );
}
