import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { store } from '../lib/storage.ts';
import { useFields } from '../ui/use-fields.ts';
import { formPrefix } from './outbox/member-storage.ts';
import { sessionQuery, useMember } from './session/session.ts';

/** Returns the stored texts, else the given ones. */
function stored<Texts extends Readonly<Record<string, string>>>(key: string, initial: Texts): Texts {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const texts = Object.entries(value ?? {}).filter(([name, text]) => name in initial && typeof text === 'string');
    return { ...initial, ...Object.fromEntries(texts) };
  } catch {
    return initial;
  }
}

/**
 * Keeps long texts like `useFields`. They come back after a reload or sign-in in the same tab.
 * `name` names the dialog and its object.
 */
export function useKeptFields<Texts extends Readonly<Record<string, string>>>(name: string, initial: Texts) {
  const queryClient = useQueryClient();
  const key = `${formPrefix(useMember().id)}${name}`;
  const [first] = useState(() => ({ initial, texts: stored(key, initial) }));
  const fields = useFields(first.texts);
  const { values } = fields;
  const isChanged = Object.entries(first.initial).some(([field, text]) => values[field] !== text);
  useEffect(() => {
    if (isChanged) store(sessionStorage, key, values);
    else sessionStorage.removeItem(key);
  }, [key, values, isChanged]);
  useEffect(
    () => () => {
      const hasEnded = queryClient.getQueryData(sessionQuery.queryKey) === null;
      if (!hasEnded) sessionStorage.removeItem(key);
    },
    [key, queryClient],
  );
  // A stored text counts as unsaved too.
  const field: typeof fields.field = (...of) => ({ ...fields.field(...of), 'data-unsaved': isChanged || undefined });
  return { ...fields, field };
}
