import { Anchor, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formQuery } from '../data/queries/forms.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { ticketTypeLabel } from '../data/ticket-type-label.ts';
import { useText } from '../i18n/text.ts';
import { ClosedPage } from '../ui/closed-page.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { FormEditor } from './form-editor.tsx';

export function FormsPage() {
  return useHasRole('admin') ? <Settings /> : <ClosedPage page={{ label: 'settings.forms', role: 'admin' }} />;
}

function Settings() {
  const { t, language } = useText();
  const { projectId } = useParams({ from: '/shell/settings/projects/$projectId/forms' });
  const { data, error, refetch } = useQuery(projectsQuery);
  const project = data?.projects.find(({ id }) => id === projectId);
  const [chosen, choose] = useState<string>();
  const types = project?.ticketTypes ?? [];
  const type = chosen ?? types[0]?.type;
  return (
    <Page title={t('settings.forms')}>
      <Text c="dimmed" maw="40rem" mb="md">
        {t('forms.hint', { project: project?.name ?? '' })}{' '}
        <Anchor href="/docs/guide/questions.md" inherit underline="always">
          {t('forms.guide')}
        </Anchor>
      </Text>
      {data === undefined && error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} maw="32rem" />}
      {data !== undefined && type === undefined && <Text>{t('forms.no-types')}</Text>}
      {type !== undefined && (
        <>
          <Select
            label={t('forms.type')}
            data={[...new Map(types.map((one) => [one.type, one])).values()].map((one) => ({
              value: one.type,
              label: ticketTypeLabel(one, language),
            }))}
            value={type}
            onChange={(value) => choose(value ?? undefined)}
            allowDeselect={false}
            maw="20rem"
            mb="md"
          />
          <LoadedForm key={type} projectId={projectId} type={type} />
        </>
      )}
    </Page>
  );
}

function LoadedForm({ projectId, type }: { readonly projectId: string; readonly type: string }) {
  const { data, error, refetch } = useQuery(formQuery(projectId, type));
  if (data !== undefined) return <FormEditor projectId={projectId} form={data} />;
  return error === null ? <Skeleton height={240} /> : <LoadError error={error} onRetry={() => void refetch()} />;
}
