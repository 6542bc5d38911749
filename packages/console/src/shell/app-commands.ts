import { useMantineColorScheme } from '@mantine/core';
import { TICKET_VIEWS } from '@player-support/contract/enums';
import { useNavigate } from '@tanstack/react-router';
import { useQueueLocation } from '../data/queue/queue-location.ts';
import { inView } from '../data/queue/queue-search.ts';
import { useMember } from '../data/session/session.ts';
import { requestSignOut } from '../data/session/sign-out-request.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { setLanguage, useText } from '../i18n/text.ts';
import { stepsFor } from '../queue/first-steps/first-steps.ts';
import { useVisibility } from '../queue/first-steps/use-visibility.ts';
import { useCommands } from '../ui/commands.ts';
import { notifyError } from '../ui/notify.ts';
import { settingsPages } from '../ui/settings-pages.ts';
import { SCHEMES } from '../ui/theme.ts';

/** Renders nothing: a hook would render the shell again for each address. */
export function AppCommands() {
  const { t } = useText();
  const navigate = useNavigate();
  const member = useMember();
  const { search } = useQueueLocation();
  const { setColorScheme } = useMantineColorScheme();
  const [, setVisibility] = useVisibility();
  const showFirstSteps = () => {
    setVisibility('shown');
    void navigate({ to: '/queue' });
  };
  const languages = Object.entries(LANGUAGES) as [Language, string][];
  useCommands([
    ...TICKET_VIEWS.map((view) => ({
      id: `view:${view}`,
      label: t('nav.go', { page: `${t('nav.queue')}, ${t(`view.${view}`)}` }),
      group: 'pages' as const,
      run: () => void navigate({ to: '/queue', search: inView(search, view) }),
    })),
    ...settingsPages(member).map(({ to, label }) => ({
      id: to,
      label: t('nav.go', { page: `${t('nav.settings')}, ${t(label)}` }),
      group: 'pages' as const,
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
    ...(stepsFor(member).length > 0
      ? [{ id: 'first-steps', label: t('commands.first-steps'), run: showFirstSteps }]
      : []),
    { id: 'sign-out', label: t('menu.sign-out'), run: () => requestSignOut('/session') },
  ]);
  return null;
}
