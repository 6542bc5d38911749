import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { isBuild } from '@player-support/contract/builds';
import { KNOWN_ISSUE_STATES } from '@player-support/contract/enums';
import {
  MAX_AFFECTED,
  MAX_BUILD_LENGTH,
  MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
} from '@player-support/contract/limits';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { knownIssuesKey } from '../../data/queries/known-issues.ts';
import { projectsQuery } from '../../data/queries/projects.ts';
import { useKeptFields } from '../../data/use-kept-fields.ts';
import { useNavigationProject } from '../../data/use-navigation-project.ts';
import { useText } from '../../i18n/text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { emptyFields, fieldError } from '../../ui/form-errors.ts';
import { useFormMutation } from '../../ui/use-form-mutation.ts';
import { FixedQuestion } from './fixed-question.tsx';
import { type Notes, NotesFields } from './notes-fields.tsx';
import { linesOf, linksIn } from './tracker-links.ts';

/** What a new known issue begins with. */
export interface Proposal {
  /** Names the draft. */
  readonly key: string;
  readonly title: string;
  readonly builds: readonly string[];
  readonly platforms: readonly string[];
}

interface Props {
  readonly issue: ListedKnownIssue | undefined;
  /** Undefined: the member chooses one. */
  readonly projectId?: string;
  readonly proposal?: Proposal;
  readonly hint?: ReactNode;
  readonly onClose: () => void;
  readonly onSaved?: (issue: ListedKnownIssue) => void;
}

/** True if players are asked or told about the build. */
const tellsPlayers = (state: string, build: string) => state === 'fixed' && isBuild(build);

export function IssueDialog({ issue, projectId, proposal, hint, onClose, onSaved }: Props) {
  const { t } = useText();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const { values, setValues, field } = useKeptFields(`known-issue:${issue?.id ?? proposal?.key ?? 'new'}`, {
    title: issue?.title ?? proposal?.title ?? '',
    description: issue?.description ?? '',
    fixedInBuild: issue?.fixedInBuild ?? '',
    links: linesOf(issue?.links ?? []),
    state: issue?.state ?? 'investigating',
    // Lists and the notes by language are JSON.
    builds: JSON.stringify(issue?.builds ?? proposal?.builds ?? []),
    platforms: JSON.stringify(issue?.platforms ?? proposal?.platforms ?? []),
    notes: JSON.stringify(issue?.notes ?? {}),
  });
  // The casts: only this dialog writes them.
  const [builds, platforms] = [JSON.parse(values.builds) as string[], JSON.parse(values.platforms) as string[]];
  const notes = JSON.parse(values.notes) as Notes;
  const set = (name: 'builds' | 'platforms' | 'notes') => (value: Notes | readonly string[]) =>
    setValues((before) => ({ ...before, [name]: JSON.stringify(value) }));
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<string | null>(projectId ?? null);
  const fromNavigation = useNavigationProject();
  const project = chosen ?? fromNavigation ?? null;
  const state = KNOWN_ISSUE_STATES.find((one) => one === values.state) ?? 'investigating';
  const save = useFormMutation({
    run: async (): Promise<ListedKnownIssue> => {
      if (issue === undefined && project === null) throw emptyFields('projectId');
      const fixedInBuild = values.fixedInBuild.trim() === '' ? null : values.fixedInBuild.trim();
      const { description } = values;
      const fields = { title: values.title.trim(), description, state, builds, platforms, notes, fixedInBuild };
      const body = { ...fields, links: linksIn(values.links) };
      return issue === undefined
        ? api.post('/known-issues', { body: { ...body, projectId: project ?? '' } })
        : api.patch('/known-issues/{knownIssueId}', { path: { knownIssueId: issue.id }, body });
    },
    stale: [{ queryKey: knownIssuesKey }],
    onDone: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  const needsQuestion =
    issue !== undefined &&
    issue.tickets + (issue.subscribers ?? 0) > 0 &&
    tellsPlayers(state, values.fixedInBuild) &&
    !(tellsPlayers(issue.state, issue.fixedInBuild ?? '') && values.fixedInBuild.trim() === issue.fixedInBuild);
  const buildHint = values.fixedInBuild.trim() === '' ? 'empty' : isBuild(values.fixedInBuild) ? 'asked' : 'not-asked';
  const tags = { splitChars: [','], maxTags: MAX_AFFECTED, acceptValueOnBlur: true, maxLength: MAX_BUILD_LENGTH };
  return (
    <>
      <FormDialog
        title={t(issue === undefined ? 'issues.create' : 'issues.edit')}
        action={t('action.save')}
        mutation={{ ...save, mutate: () => (needsQuestion ? setAsking(true) : save.mutate()) }}
        onClose={onClose}
        size="lg"
      >
        {hint}
        <TextInput
          label={t('label.title')}
          {...field('title', save.error)}
          maxLength={MAX_TITLE_LENGTH}
          required
          data-autofocus
        />
        {issue === undefined && projectId === undefined && (
          <Select
            label={t('label.project')}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={project}
            onChange={setChosen}
            error={fieldError(save.error, 'projectId')}
            allowDeselect={false}
            required
          />
        )}
        <Select
          label={t('issue.state')}
          data={KNOWN_ISSUE_STATES.map((value) => ({ value, label: t(`issue.state.${value}`) }))}
          value={state}
          onChange={(value) => value !== null && setValues((before) => ({ ...before, state: value }))}
          allowDeselect={false}
        />
        <Textarea
          label={t('issue.description')}
          description={t('issue.description.hint')}
          {...field('description', save.error)}
          maxLength={MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
        />
        <TagsInput
          {...tags}
          label={t('issue.builds')}
          description={t('issue.builds.hint')}
          value={builds}
          onChange={set('builds')}
          error={fieldError(save.error, 'builds')}
        />
        <TagsInput
          {...tags}
          label={t('issue.platforms')}
          description={t('issue.platforms.hint')}
          value={platforms}
          onChange={set('platforms')}
          error={fieldError(save.error, 'platforms')}
        />
        <TextInput
          label={t('issue.fixed-in-build')}
          description={t(`issue.fixed-in-build.${buildHint}`)}
          descriptionProps={buildHint === 'not-asked' ? { c: 'var(--mantine-color-error)' } : {}}
          {...field('fixedInBuild', save.error)}
          maxLength={MAX_BUILD_LENGTH}
        />
        <NotesFields notes={notes} onChange={set('notes')} error={save.error} />
        <Textarea
          label={t('issue.links')}
          description={t('issue.links.hint')}
          {...field('links')}
          error={
            [0, 1, 2, 3, 4].map((at) => fieldError(save.error, `links.${at}.url`)).find(Boolean) ??
            fieldError(save.error, 'links')
          }
          autosize
          minRows={1}
          maxRows={5}
        />
      </FormDialog>
      {asking && issue !== undefined && (
        <FixedQuestion
          issue={issue}
          build={values.fixedInBuild.trim()}
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
