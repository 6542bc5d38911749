import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { macrosQuery } from '../data/queries/macros.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { emptyFields } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { FIRST_MACROS, missingFirstMacros } from './first-macros.ts';
import { MacroProjectSelect, useDefaultProject } from './macro-project-select.tsx';

export function FirstMacrosDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useText();
  const queryClient = useQueryClient();
  const [locales, setLocales] = useState<readonly string[]>([language]);
  const defaultProject = useDefaultProject();
  const [chosen, setProjectId] = useState<string | null>();
  const projectId = chosen === undefined ? defaultProject : chosen;
  const options = Object.keys(FIRST_MACROS)
    .map((locale) => ({ locale, label: localeName(locale, language) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  const add = useFormMutation({
    // One tab after the other: each adds only the missing macros.
    run: () => navigator.locks.request('first-macros', addMissing),
    stale: [macrosQuery],
    onDone: (count) => {
      notifySuccess(t('macros.first.added', { count }));
      onClose();
    },
  });

  /** After a failure, the next attempt adds the rest. */
  async function addMissing(): Promise<number> {
    if (projectId === undefined) throw emptyFields('projectId');
    const { macros } = await queryClient.fetchQuery({ ...macrosQuery, staleTime: 0 });
    // The console's language is the main one, if it is chosen.
    const chosen = locales.toSorted((a, b) => Number(b === language) - Number(a === language));
    const missing = await missingFirstMacros(chosen, projectId, macros);
    for (const { name, body, texts } of missing) await api.post('/macros', { body: { name, body, projectId, texts } });
    return missing.length;
  }

  return (
    <FormDialog
      title={t('macros.first')}
      action={t('macros.first.add')}
      mutation={{ ...add, mutate: () => locales.length > 0 && add.mutate() }}
      onClose={onClose}
    >
      <Text size="sm">{t('macros.first.text')}</Text>
      <Checkbox.Group
        label={t('macros.first.languages')}
        value={[...locales]}
        onChange={setLocales}
        error={locales.length === 0 && t('macros.first.choose')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt="xs">
          {options.map(({ locale, label }) => (
            <Checkbox key={locale} value={locale} label={label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <MacroProjectSelect value={projectId} onChange={setProjectId} error={add.error} />
    </FormDialog>
  );
}
