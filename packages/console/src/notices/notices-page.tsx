import { Badge, Button, Group, Text } from '@mantine/core';
import { DEFAULT_LOCALE } from '@player-support/contract/locales';
import { chooseText } from '@player-support/contract/notices';
import type { NoticeResponse } from '@player-support/contract/team/notices';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { noticesQuery } from '../data/queries/notices.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { LanguageSelect } from './language-select.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { ResetDialog } from './reset-dialog.tsx';

export function NoticesPage() {
  const { t, language } = useText();
  const { projectId } = useParams({ from: '/shell/settings/projects/$projectId/notices' });
  const canEdit = useHasRole('admin');
  const query = useQuery(noticesQuery(projectId));
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const project = { id: projectId, name: projects.find(({ id }) => id === projectId)?.name ?? '' };
  const [locale, setLocale] = useState<string>(DEFAULT_LOCALE);
  const [open, setOpen] = useState<{ readonly id: string; readonly dialog: 'edit' | 'reset' }>();
  const opened = query.data?.notices.find(({ id }) => id === open?.id);

  function row(notice: NoticeResponse) {
    const text = chooseText(locale, notice);
    const name = t(`notices.${notice.id}`);
    const isOwn = notice.texts.some((one) => one.locale === locale);
    return (
      <Row
        key={notice.id}
        actions={
          canEdit && (
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                onClick={() => setOpen({ id: notice.id, dialog: 'edit' })}
                aria-label={t('action.edit.one', { name })}
              >
                {t('action.edit')}
              </Button>
              {isOwn && (
                <RemoveButton
                  onClick={() => setOpen({ id: notice.id, dialog: 'reset' })}
                  aria-label={t('notices.reset.one', { notice: name })}
                >
                  {t('notices.reset')}
                </RemoveButton>
              )}
            </Group>
          )
        }
      >
        <Group gap="xs">
          <Text component="h2" fw={600}>
            {name}
          </Text>
          <Badge variant="default">
            {text.locale !== locale
              ? t('notices.in', { language: localeName(text.locale, language) })
              : t(isOwn ? 'notices.changed' : 'notices.default')}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" mb="xs">
          {t(`notices.${notice.id}.when`)}
        </Text>
        <Text size="xs" c="dimmed">
          {t('notices.preview.example')}
        </Text>
        <NoticePreview text={text} locale={text.locale} project={project.name} />
      </Row>
    );
  }

  return (
    <Page title={t('settings.notices')}>
      <LoadedList query={query} list={query.data?.notices} skeletons={2}>
        <Text c="dimmed" maw="40rem" mb="md">
          {t('notices.hint', { project: project.name })}
        </Text>
        {query.data !== undefined && <LanguageSelect {...query.data} value={locale} onChange={setLocale} />}
        <Rows label={t('settings.notices')}>{query.data?.notices.map(row)}</Rows>
      </LoadedList>
      {opened !== undefined && open?.dialog === 'edit' && (
        <NoticeDialog
          project={project}
          notice={opened}
          locale={locale}
          current={chooseText(locale, opened)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {opened !== undefined && open?.dialog === 'reset' && (
        <ResetDialog project={project} notice={opened} locale={locale} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}
