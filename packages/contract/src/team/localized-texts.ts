import { type TSchema, Type } from 'typebox';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../locales.ts';
import { Named } from '../schema.ts';

export type Texts = Readonly<Partial<Record<Locale, string>>>;

/** English is apart: players read it if their language has no text. */
const texts = (text: TSchema) => ({
  properties: { en: text },
  patternProperties: { [`^(?:${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})$`]: text },
});

/** Closed, with a text for each of LOCALES. */
export const LocalizedTextsRequest = (name: string, text: TSchema, description: string) =>
  Named(name, Type.Unsafe<Texts>({ type: 'object', ...texts(text), additionalProperties: false, description }));

export const LocalizedTexts = Named(
  'LocalizedTexts',
  // The type keeps what Nullable needs.
  Object.assign(Type.Unsafe<Texts>({}), {
    type: 'object',
    ...texts(Type.String()),
    description: 'Texts by their locale.',
  }),
);
