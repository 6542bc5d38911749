import type { ComponentChildren } from 'preact';
import type { UiProps } from '../ui/ui.ts';
import { VISIBLE } from '../valid-text.ts';

/** Below this the rest is shown. */
const SHOW_LEFT = 200;

/** Shows the problem, or the room left. A pasted text is never cut. */
export function FieldHint({
  ui,
  id,
  value,
  max,
  error,
}: UiProps & { id: string; value: string; max: number; error?: boolean }) {
  const { text } = ui;
  const left = max - [...value].length;
  const isTooLong = left < 0;
  const hint = isTooLong
    ? text('tooLong', { count: -left })
    : error && !VISIBLE.test(value)
      ? text('required')
      : left < SHOW_LEFT && max > SHOW_LEFT
        ? text('charactersLeft', { count: left })
        : '';
  return (
    <span id={id} class={isTooLong || error ? 'field-hint danger' : 'field-hint'} aria-live="polite">
      {hint}
    </span>
  );
}

export function Field({ label, id, children }: { label: string; id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** Makes a text area as high as its text. A browser draws it only afterwards. */
function fit(element: HTMLTextAreaElement | null): void {
  if (element === null) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight + 2}px`;
}

/** Grows with its text. */
export function TextArea(props: {
  id: string;
  value: string;
  rows: number;
  placeholder: string;
  isReadOnly: boolean;
  isInvalid: boolean;
  label?: string;
  onInput(value: string): void;
  /** Ctrl or Cmd with Enter. */
  onSubmit(): void;
}) {
  return (
    <textarea
      ref={(element) => fit(element)}
      id={props.id}
      class="input"
      dir="auto"
      rows={props.rows}
      value={props.value}
      placeholder={props.placeholder}
      readOnly={props.isReadOnly}
      aria-label={props.label}
      aria-invalid={props.isInvalid}
      aria-describedby={`${props.id}-hint`}
      onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        props.onSubmit();
      }}
    />
  );
}
