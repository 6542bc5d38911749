import { cachedFormat } from '../../i18n/cached-format.ts';
import { regional } from '../../i18n/language.ts';
import type { Translate } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';

export interface ShownSnooze {
  readonly until: string | null;
  readonly untilReply: boolean;
  readonly untilBuild: string | null;
}

export function clockTime(at: number, language: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return cachedFormat(`clock ${language}`, () => new Intl.DateTimeFormat(regional(language), options)).format(at);
}

/** Such as "until Fri, Nov 27, 9:00 AM". */
export function snoozeText({ until, untilBuild }: ShownSnooze, t: Translate, language: string): string {
  if (until !== null) return t('snooze.until', { time: clockTime(Date.parse(until), language) });
  return untilBuild === null ? t('snooze.until-reply') : t('snooze.until-build', { build: isolated(untilBuild) });
}

/** Null: the value is something else. */
export function parseSnoozeEvent(value: string | null): ShownSnooze | null {
  const [, kind, rest = ''] = /^(until|build|reply)(?: (.+))?$/.exec(value ?? '') ?? [];
  if (kind === undefined || (kind === 'until' && Number.isNaN(Date.parse(rest)))) return null;
  return {
    until: kind === 'until' ? rest : null,
    untilReply: kind === 'reply',
    untilBuild: kind === 'build' ? rest : null,
  };
}
