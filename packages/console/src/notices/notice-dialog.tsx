import { Button, Group, Input, Paper, Textarea, TextInput } from '@mantine/core';
import { MAX_NOTICE_BODY_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { type LocalizedText, unknownVariables } from '@player-support/contract/notices';
import type { NoticeResponse } from '@player-support/contract/team/notices';
import { useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { noticesQuery } from '../data/queries/notices.ts';
import { useKeptFields } from '../data/use-kept-fields.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { NoticePreview } from './notice-preview.tsx';

interface Props {
  readonly project: { readonly id: string; readonly name: string };
  readonly notice: NoticeResponse;
  readonly locale: string;
  /** What players with this locale get now. */
  readonly current: LocalizedText;
  readonly onClose: () => void;
}

export function NoticeDialog({ project, notice, locale, current, onClose }: Props) {
  const { t, language } = useText();
  // Others may change the text while the dialog is open.
  const [original] = useState({ title: current.title, body: current.body });
  const { values, setValues, field } = useKeptFields(`notice:${project.id}:${notice.id}:${locale}`, original);
  const { title, body } = values;
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const hasChanges = title !== original.title || body !== original.body;
  const save = useFormMutation({
    run: async () => {
      if (!hasChanges) return;
      const path = { projectId: project.id, notice: notice.id, locale };
      await api.put('/projects/{projectId}/notices/{notice}/{locale}', { path, body: { title, body } });
    },
    stale: [noticesQuery(project.id)],
    onDone: onClose,
  });
  const insert = (variable: string) => {
    const at = bodyField.current?.selectionStart ?? body.length;
    const until = bodyField.current?.selectionEnd ?? at;
    setValues({ title, body: `${body.slice(0, at)}{{${variable}}}${body.slice(until)}` });
    bodyField.current?.focus();
  };
  const unknown = (text: string) => {
    const names = unknownVariables(notice, text);
    return names.length > 0 && t('notices.unknown', { names: names.map((name) => `{{${name}}}`).join(', ') });
  };
  return (
    <FormDialog
      title={t('notices.edit', { notice: t(`notices.${notice.id}`), language: localeName(locale, language) })}
      action={t('action.save')}
      mutation={save}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label={t('label.title')}
        {...field('title')}
        error={fieldError(save.error, 'title') ?? unknown(title)}
        maxLength={MAX_TITLE_LENGTH}
        required
        dir="auto"
        lang={locale}
      />
      <Textarea
        label={t('label.text')}
        ref={bodyField}
        {...field('body')}
        error={fieldError(save.error, 'body') ?? fieldError(save.error, 'locale') ?? unknown(body)}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_NOTICE_BODY_LENGTH}
        required
        dir="auto"
        lang={locale}
        data-autofocus
      />
      <Input.Wrapper label={t('notices.variables')} description={t('notices.variables.hint')} labelElement="div">
        <Group gap={6} mt={6}>
          {notice.variables.map((variable) => (
            <Button key={variable} size="compact-sm" variant="default" fw={400} onClick={() => insert(variable)}>
              {`{{${variable}}}`}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      <Input.Wrapper label={t('notices.preview')} labelElement="div">
        <Paper withBorder p="sm" mt={4}>
          <NoticePreview text={values} locale={locale} project={project.name} />
        </Paper>
      </Input.Wrapper>
    </FormDialog>
  );
}
