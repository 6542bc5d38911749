import { Input, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { PRIORITIES } from '@player-support/contract/enums';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import type { MacroActions } from '@player-support/contract/team/macros';
import { useQuery } from '@tanstack/react-query';
import { byName } from '../data/by-name.ts';
import { canBeAssigned } from '../data/can-be-assigned.ts';
import { membersQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';

const STATUSES = ['pending', 'resolved', 'closed'] as const;
/** The option that changes nothing: a Select has no undefined. */
const UNCHANGED = '';

interface Props {
  readonly value: MacroActions;
  readonly onChange: (actions: MacroActions) => void;
  /** Null: every project. */
  readonly projectId: string | null;
  readonly error: unknown;
}

/** Edits what a reply with the macro changes in the ticket. */
export function MacroActionFields({ value, onChange, projectId, error }: Props) {
  const { t, language } = useText();
  const members = useQuery(membersQuery).data?.members ?? [];
  const unchanged = { value: UNCHANGED, label: t('macros.unchanged') };
  const assignable = members.filter(
    (member) =>
      member.id === value.assignee || (projectId === null ? !member.disabled : canBeAssigned(member, projectId)),
  );
  const people = byName(assignable, language).map(({ id, name }) => ({ value: id, label: name }));
  const known = ['me', 'nobody', ...people.map((one) => one.value)];
  const former =
    value.assignee === undefined || known.includes(value.assignee)
      ? []
      : [{ value: value.assignee, label: t('macros.former-member') }];
  const choose = (field: keyof MacroActions) => (chosen: string | null) => {
    const { [field]: _, ...others } = value;
    // The cast: the options of each Select are the values of its field.
    onChange(chosen === null || chosen === UNCHANGED ? others : ({ ...others, [field]: chosen } as MacroActions));
  };
  const select = (field: 'status' | 'priority' | 'assignee') => ({
    value: value[field] ?? UNCHANGED,
    onChange: choose(field),
    error: fieldError(error, `actions.${field}`),
    allowDeselect: false,
  });
  return (
    <Input.Wrapper label={t('macros.actions')} description={t('macros.actions.hint')} labelElement="div">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="xs" mt={6}>
        <Select
          label={t('label.status')}
          {...select('status')}
          data={[unchanged, ...STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) }))]}
        />
        <Select
          label={t('label.priority')}
          {...select('priority')}
          data={[unchanged, ...PRIORITIES.toReversed().map((one) => ({ value: one, label: t(`priority.${one}`) }))]}
        />
        <Select
          label={t('macros.assignee')}
          {...select('assignee')}
          searchable
          data={[
            unchanged,
            { value: 'me', label: t('macros.assignee.me') },
            { value: 'nobody', label: t('label.nobody') },
            ...people,
            ...former,
          ]}
        />
      </SimpleGrid>
      <TagsInput
        label={t('macros.tags')}
        value={[...(value.addTags ?? [])]}
        onChange={(addTags) => onChange({ ...value, addTags })}
        error={tagError()}
        maxTags={MAX_TAGS}
        maxLength={MAX_TAG_LENGTH}
        splitChars={[',']}
        mt="xs"
      />
    </Input.Wrapper>
  );

  function tagError(): string | undefined {
    const tags = value.addTags ?? [];
    return ['actions.addTags', ...tags.keys().map((index) => `actions.addTags.${index}`)]
      .map((field) => fieldError(error, field))
      .find((text) => text !== undefined);
  }
}
