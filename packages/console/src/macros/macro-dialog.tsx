import { Button, Group, Input, Paper, Text, Textarea, TextInput } from '@mantine/core';
import type { MacroActions, MacroResponse } from '@player-support/contract/team/macros';
import {
  FALLBACK_EXAMPLE,
  fillVariables,
  inBraces,
  unfilledVariables,
  VARIABLES,
  type VariableValues,
} from '@player-support/contract/variables';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { macroFields, textsOf } from '../data/macro-fields.ts';
import { macrosQuery } from '../data/queries/macros.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useMember } from '../data/session/session.ts';
import { useKeptFields } from '../data/use-kept-fields.ts';
import { useText } from '../i18n/text.ts';
import { MacroLanguageSelect } from '../parts/macros/macro-language-select.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { emptyFields, fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { MacroActionFields } from './macro-action-fields.tsx';
import { MacroProjectSelect, useDefaultProject } from './macro-project-select.tsx';

interface Props {
  readonly macro: MacroResponse | undefined;
  readonly onClose: () => void;
}

export function MacroDialog({ macro, onClose }: Props) {
  const { t } = useText();
  const member = useMember();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const text = useRef<HTMLTextAreaElement>(null);
  const texts = macroFields(macro);
  const { values, setValues, field } = useKeptFields<Readonly<Record<string, string>>>(`macro:${macro?.id ?? 'new'}`, {
    ...texts,
    actions: JSON.stringify(macro?.actions ?? {}),
  });
  const { name = '' } = values;
  const [shown, setShown] = useState('body');
  const body = values[shown] ?? '';
  // The cast: only this dialog writes it.
  const actions = JSON.parse(values.actions ?? '{}') as MacroActions;
  const defaultProject = useDefaultProject();
  const [chosen, setProjectId] = useState(macro?.projectId);
  const projectId = chosen === undefined ? defaultProject : chosen;
  const save = useFormMutation({
    run: async (): Promise<unknown> => {
      if (projectId === undefined) throw emptyFields('projectId');
      const request = { name: name.trim(), body: values.body ?? '', projectId, texts: textsOf(values), actions };
      return macro === undefined
        ? api.post('/macros', { body: request })
        : api.patch('/macros/{macroId}', { path: { macroId: macro.id }, body: request });
    },
    stale: [macrosQuery],
    onDone: onClose,
  });
  const example: VariableValues = {
    'player.userId': 'Nova_88',
    'player.platform': 'Android',
    'player.appVersion': '2.4.1',
    'player.locale': 'de-DE',
    'ticket.type': 'bug',
    'ticket.subject': t('macros.example.subject'),
    'ticket.id': 'tkt_01',
    'ticket.number': '4821',
    'member.name': member.name,
    'project.name': projects.find(({ id }) => id === projectId)?.name ?? projects[0]?.name ?? 'Demo',
  };
  const { unknown } = unfilledVariables(body, example);
  // The server refused a text that is not shown.
  const refused = Object.keys(texts).find((one) => fieldError(save.error, one) !== undefined);
  useEffect(() => {
    if (refused !== undefined && refused !== 'name') setShown(refused);
  }, [refused]);
  const insert = (variable: string) => {
    const at = text.current?.selectionStart ?? body.length;
    const until = text.current?.selectionEnd ?? at;
    setValues({ ...values, [shown]: `${body.slice(0, at)}{{${variable}}}${body.slice(until)}` });
    text.current?.focus();
  };
  return (
    <FormDialog
      title={macro === undefined ? t('macros.create') : t('macros.edit')}
      action={t('action.save')}
      mutation={save}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label={t('label.name')}
        description={t('macros.name.hint')}
        {...field('name', save.error)}
        maxLength={80}
        required
        data-autofocus
      />
      <MacroProjectSelect value={projectId} onChange={setProjectId} error={save.error} />
      <MacroLanguageSelect fields={values} value={shown} onChange={setShown} />
      <Textarea
        label={t('label.text')}
        ref={text}
        {...field(shown)}
        error={unknown.length > 0 ? t('macros.unknown', { names: inBraces(unknown) }) : fieldError(save.error, shown)}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        required={shown === 'body'}
        dir="auto"
      />
      <Input.Wrapper
        label={t('macros.variables')}
        description={t('macros.variables.hint', { example: FALLBACK_EXAMPLE })}
        labelElement="div"
      >
        <Group gap={6} mt={6}>
          {VARIABLES.map((variable) => (
            <Button key={variable} size="compact-sm" variant="default" fw={400} onClick={() => insert(variable)}>
              {`{{${variable}}}`}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      <MacroActionFields
        value={actions}
        onChange={(changed) => setValues((before) => ({ ...before, actions: JSON.stringify(changed) }))}
        projectId={projectId ?? null}
        error={save.error}
      />
      {body !== '' && (
        <Input.Wrapper label={t('macros.preview')} labelElement="div">
          <Paper withBorder p="sm" mt={4}>
            <Text className="user-text" dir="auto">
              {fillVariables(body, example)}
            </Text>
          </Paper>
        </Input.Wrapper>
      )}
    </FormDialog>
  );
}
