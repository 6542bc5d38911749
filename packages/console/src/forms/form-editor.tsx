import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { MAX_FORM_FIELDS } from '@player-support/contract/limits';
import { LOCALES } from '@player-support/contract/locales';
import type { FormResponse } from '@player-support/contract/team/forms';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { type DraftField, draftOf, newField, requestOf } from '../data/draft-form.ts';
import { formQuery } from '../data/queries/forms.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { FieldEditor } from './field-editor.tsx';
import { FormPreview } from './form-preview.tsx';
import classes from './forms.module.css';

interface Props {
  readonly projectId: string;
  readonly form: FormResponse;
}

/** Shows the fields, and beside them what players see. */
export function FormEditor({ projectId, form }: Props) {
  const { t, language } = useText();
  const list = useRef<HTMLDivElement>(null);
  const [saved, setSaved] = useState(form);
  const [fields, setFields] = useState<readonly DraftField[]>(() => draftOf(form));
  const [locale, setLocale] = useState('en');
  const request = requestOf(fields);
  useUnsaved(() => JSON.stringify(request) !== JSON.stringify(requestOf(draftOf(saved))));
  const save = useFormMutation({
    run: () =>
      api.put('/projects/{projectId}/form', {
        path: { projectId },
        body: { type: form.type, version: saved.version, ...request },
      }),
    stale: [formQuery(projectId, form.type)],
    onDone: (next) => {
      setSaved(next);
      notifySuccess(t('form.saved'));
    },
  });
  const move = (index: number, by: -1 | 1) => {
    const rest = fields.filter((_, other) => other !== index);
    setFields([...rest.slice(0, index + by), ...fields.slice(index, index + 1), ...rest.slice(index + by)]);
  };
  const focusName = (which: 'first' | 'last') =>
    requestAnimationFrame(() => {
      const inputs = [...(list.current?.querySelectorAll<HTMLElement>('input[data-field-name]') ?? [])];
      (which === 'last' ? inputs.at(-1) : inputs[0])?.focus();
    });
  const general =
    fieldError(save.error, 'fields') ?? fieldError(save.error, 'choices') ?? fieldError(save.error, 'version');
  return (
    <div className={classes.editor}>
      <Form error={save.error} onSubmit={save.mutate} label={t('settings.forms')}>
        <Select
          label={t('forms.language')}
          description={t('forms.language.hint')}
          data={LOCALES.map((value) => ({ value, label: `${localeName(value, language)} (${value})` }))}
          value={locale}
          onChange={(value) => setLocale(value ?? locale)}
          searchable
          allowDeselect={false}
        />
        <Stack ref={list}>
          {fields.map((field, index) => (
            <FieldEditor
              key={field.key}
              fields={fields}
              index={index}
              locale={locale}
              error={save.error}
              onChange={(changed) => setFields(fields.map((one, other) => (other === index ? changed : one)))}
              onMove={(by) => move(index, by)}
              onRemove={() => {
                setFields(fields.filter((_, other) => other !== index));
                focusName('first');
              }}
            />
          ))}
        </Stack>
        {general !== undefined && (
          <Text size="sm" c="red" role="alert">
            {general}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {t('action.save')}
          </Button>
          <Button
            variant="default"
            disabled={fields.length >= MAX_FORM_FIELDS}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              setFields([...fields, newField()]);
              focusName('last');
            }}
          >
            {t('forms.field.add')}
          </Button>
          <Text size="sm" c="dimmed">
            {saved.version === 0 ? t('forms.version.none') : t('forms.version', { version: saved.version })}
          </Text>
        </Group>
      </Form>
      <FormPreview fields={fields} locale={locale} />
    </div>
  );
}
