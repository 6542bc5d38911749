import type { MacroResponse } from '@player-support/contract/team/macros';
import { useQuery } from '@tanstack/react-query';
import { macrosQuery } from '../../data/queries/macros.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import type { Completion } from '../../ui/completing-textarea.tsx';
import { AnchorLink } from '../../ui/link.tsx';
import { findMacros, macroQuery } from './macro-query.ts';

interface Options {
  readonly projectId: string;
  /** Returns the text to insert for a macro. */
  readonly toText: (macro: MacroResponse) => string;
}

/** `/` at the start of a word finds a macro. */
export function useMacroCompletion({ projectId, toText }: Options) {
  const { t } = useText();
  const { data } = useQuery(macrosQuery);
  const macros = data?.macros ?? [];
  const hasMacros = macros.length > 0;
  const canAdd = useHasRole('admin');
  const completion: Completion = {
    label: t('settings.macros'),
    find: macroQuery,
    options: (query) =>
      findMacros(macros, projectId, query).map((macro) => {
        const insert = toText(macro);
        return { id: macro.id, name: macro.name, detail: insert, insert };
      }),
    empty: t(hasMacros ? 'macros.none' : 'macros.empty'),
    results: (count) => t('macros.results', { count }),
    footer:
      data !== undefined && !hasMacros && canAdd ? (
        <AnchorLink to="/settings/macros" size="sm">
          {t('macros.first')}
        </AnchorLink>
      ) : undefined,
  };
  return { completion, macro: (id: string) => macros.find((one) => one.id === id) };
}
