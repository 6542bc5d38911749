import { Select } from '@mantine/core';
import type { Locale } from '@player-support/contract/locales';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { announcementFields, type Fields, hasTooManyPlayers, textFor, textsOf } from './announcement-fields.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { changesOf, requestOf } from './announcement-request.ts';
import { AudienceFields } from './audience-fields.tsx';
import { LanguageTexts } from './language-texts.tsx';
import { OtherVersion } from './other-version.tsx';
import { announcementsQuery } from './queries.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { isZone } from './zoned-time.ts';

interface Props {
  /** Undefined: a new announcement. */
  readonly announcement: AnnouncementResponse | undefined;
  readonly projects: readonly ProjectResponse[];
  readonly onClose: () => void;
}

/** Creates an announcement, or edits one that has not begun. */
export function AnnouncementDialog({ announcement, projects, onClose }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  // Compared with the announcement when the dialog opened, because others may change it meanwhile.
  const [original] = useState(() => announcementFields(announcement, projects[0]?.id ?? ''));
  const { values, setValues, field, sendOnce } = useKeptRequest(`announcement:${announcement?.id ?? 'new'}`, original);
  const [locale, setLocale] = useState<Locale>();
  // What somebody else made of it. Saving again then replaces the changed fields.
  const [latest, setLatest] = useState<AnnouncementResponse>();
  const isComplete = isZone(values.timeZone ?? '') && !hasTooManyPlayers(values);
  const change = (changes: Fields) => setValues((before) => ({ ...before, ...changes }));

  async function edit({ id, revision }: AnnouncementResponse): Promise<void> {
    const changes = changesOf(original, values);
    if (Object.keys(changes).length === 0) return;
    const body = { ...changes, revision: latest?.revision ?? revision };
    try {
      await api.patch('/announcements/{announcementId}', { path: { announcementId: id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.slug === 'announcement-changed') {
        const { announcements } = await queryClient.fetchQuery({ ...announcementsQuery, staleTime: 0 });
        setLatest(announcements.find((one) => one.id === id));
      }
      throw error;
    }
  }

  const save = useFormMutation({
    run: async (): Promise<unknown> =>
      announcement === undefined
        ? sendOnce((idempotencyKey) => api.post('/announcements', { body: requestOf(values), idempotencyKey }))
        : edit(announcement),
    stale: [announcementsQuery],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(announcement === undefined ? 'announcements.create' : 'announcements.edit')}
      action={t(
        values.startsAt === ''
          ? 'announcements.publish'
          : announcement === undefined
            ? 'announcements.publish-at-start'
            : 'action.save',
      )}
      mutation={{ ...save, mutate: () => isComplete && save.mutate() }}
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
        error={fieldError(save.error, 'projectId')}
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
  );
}
