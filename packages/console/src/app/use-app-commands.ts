import { useMantineColorScheme } from '@mantine/core';
import { TICKET_VIEWS } from '@player-support/contract/enums';
import { useNavigate } from '@tanstack/react-router';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { setLanguage, useText } from '../i18n/text.ts';
import { settingsPages } from '../settings/settings-pages.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { notifyError } from '../ui/notify.ts';
import { useCommands } from './commands.ts';
import { useMember } from './session.ts';
import { SCHEMES } from './theme.ts';

/** The commands of every page. */
export function useAppCommands(): void {
  const { t } = useText();
  const navigate = useNavigate();
  const member = useMember();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const languages = Object.entries(LANGUAGES) as [Language, string][];
  useCommands([
    ...TICKET_VIEWS.map((view) => ({
      id: `view:${view}`,
      label: t('nav.go', { page: `${t('nav.queue')}, ${t(`view.${view}`)}` }),
      run: () => void navigate({ to: '/queue', search: { view: view === 'attention' ? undefined : view } }),
    })),
    ...settingsPages(member).map(({ to, label }) => ({
      id: to,
      label: t('nav.go', { page: `${t('nav.settings')}, ${t(label)}` }),
      run: () => void navigate({ to }),
    })),
    ...SCHEMES.map((scheme) => ({
      id: `theme:${scheme}`,
      label: `${t('menu.theme')}: ${t(`theme.${scheme}`)}`,
      run: () => setColorScheme(scheme),
    })),
    ...languages.map(([language, name]) => ({
      id: `language:${language}`,
      label: `${t('menu.language')}: ${name}`,
      run: () => void setLanguage(language).catch(notifyError),
    })),
    { id: 'sign-out', label: t('menu.sign-out'), run: () => signOut.mutate('/session') },
  ]);
}
