import './filter-dialog.css';
import { Alert } from '@mantine/core';
import { MAX_FILTER_CONDITIONS } from '@player-support/contract/limits';
import { type FilterGroup, filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';
import { useState } from 'react';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { canAdd, type EditorGroup, fromEditor, newCondition, newGroup, toEditor } from './editor-tree.ts';
import { GroupFields } from './group-fields.tsx';

interface Props {
  readonly filter: FilterGroup;
  readonly names: QueueNames;
  readonly onApply: (filter: FilterGroup) => void;
  readonly onClose: () => void;
}

/** The button of the dialog applies the filter. */
export function FilterDialog({ filter, names, onApply, onClose }: Props) {
  const { t } = useText();
  const [initial] = useState<EditorGroup>(() => {
    const root = toEditor(filter);
    return root.members.length > 0 ? root : newGroup('all', [newCondition()]);
  });
  const [root, setRoot] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [newKey, setNewKey] = useState<number>();
  const [isTooLong, setTooLong] = useState(false);
  const change = (next: EditorGroup) => {
    setRoot(next);
    setTooLong(false);
  };
  const submit = () => {
    const edited = fromEditor(root);
    if (edited === undefined) return setChecked(true);
    if ('error' in parseTicketFilter(filterText(edited))) return setTooLong(true);
    onApply(edited);
    onClose();
  };
  return (
    <Dialog title={t('views.filter.title')} size="xl" onClose={onClose} unsaved={root !== initial}>
      <Form error={null} onSubmit={submit}>
        {isTooLong && (
          <Alert color="red" role="alert">
            {t('views.filter.too-long')}
          </Alert>
        )}
        {isChecked && fromEditor(root) === undefined && (
          <Alert color="red" role="alert">
            {t('views.filter.incomplete')}
          </Alert>
        )}
        <GroupFields
          group={root}
          depth={1}
          names={names}
          isChecked={isChecked}
          canAdd={canAdd(root)}
          newKey={newKey}
          onAdded={setNewKey}
          onChange={change}
        />
        {!canAdd(root) && t('views.filter.full', { count: MAX_FILTER_CONDITIONS })}
        <FormButtons action={t('views.filter.apply')} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
