import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { ConditionFields } from './condition-fields.tsx';
import { canNest, type EditorGroup, type EditorNode, isGroup, newCondition, newGroup } from './editor-tree.ts';

interface Props {
  readonly group: EditorGroup;
  readonly depth: number;
  readonly names: QueueNames;
  readonly isChecked: boolean;
  readonly canAdd: boolean;
  readonly newKey: number | undefined;
  readonly onAdded: (key: number) => void;
  readonly onChange: (group: EditorGroup) => void;
  readonly onRemove?: (() => void) | undefined;
}

/** All or any of its members must match. */
export function GroupFields({ group, onRemove, ...props }: Props) {
  const { depth, names, isChecked, canAdd, newKey, onAdded, onChange } = props;
  const { t } = useText();
  const add = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  const { members, match } = group;
  const setMembers = (next: readonly EditorNode[]) => onChange({ ...group, members: next });
  const replace = (node: EditorNode) => setMembers(members.map((one) => (one.key === node.key ? node : one)));
  const remove = (node: EditorNode) => {
    setMembers(members.filter((one) => one.key !== node.key));
    setSaid(t(isGroup(node) ? 'views.removed.group' : 'views.removed.condition'));
    add.current?.focus();
  };
  const addCondition = () => {
    const condition = newCondition();
    onAdded(condition.key);
    setMembers([...members, condition]);
  };
  const addGroup = () => {
    const condition = newCondition();
    onAdded(condition.key);
    setMembers([...members, newGroup(match === 'all' ? 'any' : 'all', [condition])]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a dialog of this width
    <div role="group" aria-label={t(depth === 1 ? 'views.group.outer' : 'views.group')} className="filter-group">
      <Group gap="xs" justify="space-between">
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            aria-label={t('views.match')}
            value={match}
            onChange={(value) => onChange({ ...group, match: value as EditorGroup['match'] })}
            data={[
              { value: 'all', label: t('views.match.all') },
              { value: 'any', label: t('views.match.any') },
            ]}
          />
          <Text size="sm" c="dimmed">
            {t('views.match.text')}
          </Text>
        </Group>
        {onRemove !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={onRemove}
          >
            {t('views.remove.group')}
          </Button>
        )}
      </Group>
      {members.map((node) =>
        isGroup(node) ? (
          <GroupFields
            key={node.key}
            {...props}
            group={node}
            depth={depth + 1}
            onChange={replace}
            onRemove={() => remove(node)}
          />
        ) : (
          <ConditionFields
            key={node.key}
            condition={node}
            names={names}
            isChecked={isChecked}
            isNew={node.key === newKey}
            onChange={replace}
            onRemove={() => remove(node)}
          />
        ),
      )}
      <Group gap="xs">
        <Button
          ref={add}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          // `disabled` would lose the focus.
          aria-disabled={!canAdd}
          data-disabled={!canAdd}
          onClick={() => canAdd && addCondition()}
        >
          {t('views.add.condition')}
        </Button>
        {canNest(depth) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFolderPlus size={14} aria-hidden />}
            aria-disabled={!canAdd}
            data-disabled={!canAdd}
            onClick={() => canAdd && addGroup()}
          >
            {t('views.add.group')}
          </Button>
        )}
      </Group>
      <span className="queue-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
