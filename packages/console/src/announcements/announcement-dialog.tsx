import { Select } from '@mantine/core';
import type { Locale } from '@player-support/contract/locales';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { announcementsQuery } from '../data/queries/announcements.ts';
import { attemptTime, useKeptRequest } from '../data/use-kept-request.ts';
import { useNavigationProject } from '../data/use-navigation-project.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { emptyFields, fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import {
  announcementFields,
  audienceOf,
  type Fields,
  hasTooManyPlayers,
  textFor,
  textsOf,
} from './announcement-fields.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { editRequestOf, newRequestOf } from './announcement-request.ts';
import { AudienceFields } from './audience-fields.tsx';
import { LanguageTexts } from './language-texts.tsx';
import { OtherVersion } from './other-version.tsx';
import { PublishQuestion } from './publish-question.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { isZone } from './zoned-time.ts';

interface Props {
  /** Undefined: a new announcement. */
  readonly announcement: AnnouncementResponse | undefined;
  /** What a new one begins with: one that was undone. */
  readonly undone?: AnnouncementResponse | undefined;
  readonly projects: readonly ProjectResponse[];
  readonly onPublished: (announcementId: string, isNow: boolean) => void;
  readonly onClose: () => void;
}

export function AnnouncementDialog({ announcement, undone, projects, onPublished, onClose }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const navigationProject = useNavigationProject();
  // Others may change the announcement while the dialog is open.
  const [original] = useState(() => announcementFields(announcement, navigationProject ?? ''));
  const loadList = () => queryClient.fetchQuery({ ...announcementsQuery, staleTime: 0 });
  const { values, setValues, field, sendOnce } = useKeptRequest(
    `announcement:${announcement?.id ?? 'new'}`,
    original,
    loadList,
  );
  const bringBack = useEffectEvent(() => {
    if (undone !== undefined) change({ ...announcementFields(undone, ''), startsAt: '' });
  });
  // As a change, not as initial values: the dialog asks before changed texts are lost.
  useEffect(() => bringBack(), []);
  const [asking, setAsking] = useState(false);
  const [locale, setLocale] = useState<Locale>();
  // What somebody else saved. Saving again replaces the changed fields.
  const [latest, setLatest] = useState<AnnouncementResponse>();
  const isComplete = isZone(values.timeZone ?? '') && !hasTooManyPlayers(values);
  const change = (changes: Fields) => setValues((before) => ({ ...before, ...changes }));

  const at = attemptTime(values, Date.now());
  const publishesNow =
    'startsInSeconds' in (announcement === undefined ? newRequestOf(values, at) : editRequestOf(original, values, at));

  async function edit({ id, revision }: AnnouncementResponse) {
    const changes = editRequestOf(original, values, Date.now());
    if (Object.keys(changes).length === 0) return;
    const body = { ...changes, revision: latest?.revision ?? revision };
    try {
      await api.patch('/announcements/{announcementId}', { path: { announcementId: id }, body });
      return { id, isNow: 'startsInSeconds' in changes };
    } catch (error) {
      if (error instanceof ApiError && error.slug === 'announcement-changed') {
        const { announcements } = await loadList();
        setLatest(announcements.find((one) => one.id === id));
      }
      throw error;
    }
  }

  const save = useFormMutation({
    run: async () =>
      announcement === undefined
        ? sendOnce(async (idempotencyKey, at) => {
            const body = newRequestOf(values, at);
            const { id } = await api.post('/announcements', { body, idempotencyKey });
            return { id, isNow: 'startsInSeconds' in body };
          })
        : edit(announcement),
    stale: [announcementsQuery],
    onDone: (saved) => {
      onClose();
      if (saved !== undefined) onPublished(saved.id, saved.isNow);
    },
  });
  const project = projects.find(({ id }) => id === values.projectId);
  const submit = useFormMutation({
    run: async () => {
      if (project === undefined) throw emptyFields('projectId');
    },
    // An edit of one that begins later reaches nobody yet.
    onDone: () => (announcement === undefined || publishesNow ? setAsking(true) : save.mutate()),
  });
  return (
    <>
      <FormDialog
        title={t(announcement === undefined ? 'announcements.create' : 'announcements.edit')}
        action={t(
          publishesNow
            ? 'announcements.publish'
            : announcement === undefined
              ? 'announcements.publish-at-start'
              : 'action.save',
        )}
        mutation={{ ...save, error: submit.error ?? save.error, mutate: () => isComplete && submit.mutate() }}
        onClose={onClose}
        size="xl"
      >
        {latest !== undefined && <OtherVersion announcement={latest} projects={projects} />}
        <Select
          label={t('label.project')}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.projectId === '' ? null : (values.projectId ?? null)}
          // A known issue belongs to one project.
          onChange={(value) => change({ projectId: value ?? '', knownIssueId: '' })}
          error={fieldError(submit.error ?? save.error, 'projectId')}
          allowDeselect={false}
          required
        />
        <LanguageTexts values={values} field={field} error={save.error} locale={locale} onLocale={setLocale} />
        <AnnouncementPreview
          {...textFor(values, locale)}
          isOther={locale !== undefined && textsOf(values)[locale] === undefined}
        />
        <AudienceFields values={values} onChange={change} error={save.error} />
        <ScheduleFields values={values} onChange={change} error={save.error} />
      </FormDialog>
      {asking && project !== undefined && (
        <PublishQuestion
          title={values.title ?? ''}
          project={project}
          audience={audienceOf(values)}
          isNow={publishesNow}
          onConfirm={() => {
            setAsking(false);
            save.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
