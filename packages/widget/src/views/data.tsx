import { CONTEXT_FIELDS, hasOptional } from '../sent-context.ts';
import type { UiProps } from '../ui/ui.ts';
import { Frame, Scroller } from './frame.tsx';

/** Shows a value as sent. A language gets its name, such as `Deutsch (de)`. */
function shown(field: string, value: string | null | undefined, locale: string): string | undefined {
  if (field !== 'locale' || !value) return value ?? undefined;
  try {
    return `${new Intl.DisplayNames(locale, { type: 'language' }).of(value)} (${value})`;
  } catch {
    return value;
  }
}

/** Shows exactly what goes to the team with the messages, in words. */
export function SentData({ ui }: UiProps) {
  const { text, language, hasFiles, context, given, userId, isDeviceSent, setDeviceSent } = ui;
  const rows: (readonly [string, string | undefined])[] = [
    ...CONTEXT_FIELDS.filter((field) => context[field] ?? given?.[field]).map(
      (field) => [text(field), shown(field, context[field], language.tag)] as const,
    ),
    ...(userId === undefined ? [] : [[text('userId'), userId] as const]),
    [text('installation'), text('installationValue')],
  ];
  return (
    <Frame ui={ui} title={text('whatWeSend')} hasBack>
      <Scroller label={text('whatWeSend')}>
        <div class="article">
          <p class="muted">{text('whatWeSendHint')}</p>
          {hasFiles && <p class="muted">{text('whatWeSendFiles')}</p>}
          <dl class="facts">
            {rows.map(([name, value]) => (
              <div key={name} class="fact">
                <dt>{name}</dt>
                <dd dir="auto" class={value === undefined ? 'muted' : ''}>
                  {value ?? text('notSent')}
                </dd>
              </div>
            ))}
          </dl>
          {hasOptional(given) && (
            <label class="switch-row">
              <span class="switch-label">
                {text('sendDevice')}
                <span class="muted">{text('sendDeviceHint')}</span>
              </span>
              <input
                class="switch"
                type="checkbox"
                role="switch"
                aria-checked={isDeviceSent}
                checked={isDeviceSent}
                onChange={({ currentTarget }) => setDeviceSent(currentTarget.checked)}
              />
            </label>
          )}
        </div>
      </Scroller>
    </Frame>
  );
}
