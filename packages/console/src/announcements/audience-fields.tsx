import { Fieldset, MultiSelect, Select, SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import { MAX_AUDIENCE_PLAYERS, MAX_AUDIENCE_VALUES, MAX_BUILD_LENGTH } from '@player-support/contract/limits';
import { LOCALES } from '@player-support/contract/locales';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { knownIssuesQuery } from '../data/queries/known-issues.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { audienceOf, type Fields, hasTooManyPlayers, listIn, playersIn } from './announcement-fields.ts';
import { AudienceCount } from './audience-count.tsx';

interface Props {
  readonly values: Fields;
  readonly onChange: (changes: Fields) => void;
  readonly error: unknown;
}

export function AudienceFields({ values, onChange, error }: Props) {
  const { t, language } = useText();
  const { projectId = '', knownIssueId = '' } = values;
  const issues = useQuery(knownIssuesQuery).data ?? [];
  const ofProject = issues.filter((issue) => issue.projectId === projectId);
  const options = ofProject.map(({ id, title }) => ({ value: id, label: title }));
  const isListed = knownIssueId === '' || options.some(({ value }) => value === knownIssueId);
  const text = (name: string) => ({
    value: values[name] ?? '',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: currentTarget.value }),
    error: errorOf(error, name),
  });
  const list = (name: string) => ({
    value: listIn(values, name),
    onChange: (chosen: string[]) => onChange({ [name]: JSON.stringify(chosen) }),
    error: errorOf(error, name),
  });
  return (
    <Fieldset legend={t('announcements.audience')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TagsInput
          label={t('announcements.platforms')}
          description={t('announcements.platforms.hint')}
          {...list('platforms')}
          maxTags={MAX_AUDIENCE_VALUES}
          maxLength={MAX_BUILD_LENGTH}
          splitChars={[',']}
        />
        <MultiSelect
          label={t('announcements.locales')}
          description={t('announcements.locales.hint')}
          {...list('locales')}
          data={LOCALES.map((value) => ({ value, label: `${localeName(value, language)} (${value})` })).toSorted(
            (a, b) => a.label.localeCompare(b.label, language),
          )}
          maxValues={MAX_AUDIENCE_VALUES}
          searchable
        />
        <TextInput
          label={t('announcements.min-build')}
          description={t('announcements.min-build.hint')}
          {...text('minBuild')}
          maxLength={MAX_BUILD_LENGTH}
        />
        <TextInput
          label={t('announcements.max-build')}
          description={t('announcements.max-build.hint')}
          {...text('maxBuild')}
          maxLength={MAX_BUILD_LENGTH}
        />
      </SimpleGrid>
      <Textarea
        label={t('announcements.players')}
        description={t('announcements.players.hint', { count: MAX_AUDIENCE_PLAYERS })}
        {...text('players')}
        error={
          hasTooManyPlayers(values)
            ? t('announcements.players.many', { count: playersIn(values).length })
            : errorOf(error, 'players')
        }
        autosize
        minRows={1}
        maxRows={6}
        mt="xs"
      />
      <Select
        label={t('announcements.known-issue')}
        description={t('announcements.known-issue.hint')}
        data={isListed ? options : [...options, { value: knownIssueId, label: t('announcements.known-issue.other') }]}
        value={knownIssueId === '' ? null : knownIssueId}
        onChange={(chosen) => onChange({ knownIssueId: chosen ?? '' })}
        error={errorOf(error, 'knownIssueId')}
        searchable
        clearable
        mt="xs"
      />
      <AudienceCount projectId={projectId} audience={audienceOf(values)} disabled={hasTooManyPlayers(values)} />
    </Fieldset>
  );
}

function errorOf(error: unknown, name: string): string | undefined {
  const field = `audience.${name}`;
  const fields = error instanceof ApiError ? error.problems.map((one) => one.field) : [];
  return fields
    .filter((one) => one === field || one.startsWith(`${field}.`))
    .map((one) => fieldError(error, one))
    .find((message) => message !== undefined);
}
