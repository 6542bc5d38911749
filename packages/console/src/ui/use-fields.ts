import { useState } from 'react';
import { fieldError } from './form-errors.ts';

interface TextEvent {
  readonly currentTarget: { readonly value: string };
}

/** `field` returns the props of an input, with its part of `error`. */
export function useFields<Texts extends Readonly<Record<string, string>>>(initial: Texts) {
  const [values, setValues] = useState(initial);
  const field = (name: keyof Texts & string, error?: unknown) => ({
    value: values[name] ?? '',
    onChange: ({ currentTarget: { value } }: TextEvent) => setValues((before) => ({ ...before, [name]: value })),
    error: fieldError(error, name),
  });
  return { values, setValues, field };
}
