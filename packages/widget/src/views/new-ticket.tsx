import { KNOWN_TYPES } from '../ticket-types.ts';
import { ForwardIcon, ShieldIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';
import { isValid, MAX_MESSAGE, MAX_SUBJECT } from '../valid-text.ts';
import { AddFiles, fileEvents } from './add-files.tsx';
import { SendError } from './composer.tsx';
import { Field, FieldHint, TextArea } from './field.tsx';
import { Frame, Scroller } from './frame.tsx';

export const NEW = 'new';

export function NewTicket({ ui }: UiProps) {
  const { text, types, drafts, sending, create, go } = ui;
  const { isBusy, isChecked } = sending;
  const draft = drafts.get(NEW) ?? { message: '' };
  const { subject = '', message } = draft;
  const type = types.find(({ type }) => type === draft.type)?.type ?? types[0]?.type ?? 'other';
  const change = (part: Partial<typeof draft>) => ui.write(NEW, { ...draft, ...part });
  const invalid = isValid(subject, MAX_SUBJECT) ? (isValid(message, MAX_MESSAGE) ? undefined : 'message') : 'subject';
  const send = () => (invalid === undefined ? create({ type, subject, message }) : ui.check(invalid));

  return (
    <Frame
      ui={ui}
      title={text('newTicket')}
      hasBack
      footer={
        <>
          <SendError ui={ui} />
          <button type="button" class="button primary wide" aria-disabled={isBusy} onClick={send}>
            {text('send')}
          </button>
        </>
      }
    >
      <Scroller label={text('newTicket')}>
        <div class="form" {...fileEvents({ ui, draft: NEW })}>
          {ui.known(NEW)}
          <TypeChoice ui={ui} value={type} onChange={(type) => change({ type })} />
          <Field label={text('subject')} id="subject">
            <input
              id="subject"
              class="input"
              dir="auto"
              value={subject}
              placeholder={text('subjectHint')}
              readOnly={isBusy}
              aria-invalid={isChecked && !isValid(subject, MAX_SUBJECT)}
              aria-describedby="subject-hint"
              autoComplete="off"
              onInput={({ currentTarget }) => change({ subject: currentTarget.value })}
            />
            <FieldHint ui={ui} id="subject-hint" value={subject} max={MAX_SUBJECT} error={isChecked} />
          </Field>
          <Field label={text('message')} id="message">
            <TextArea
              id="message"
              rows={5}
              value={message}
              placeholder={text('messageHint')}
              isReadOnly={isBusy}
              isInvalid={isChecked && !isValid(message, MAX_MESSAGE)}
              onInput={(message) => change({ message })}
              onSubmit={send}
            />
            <FieldHint ui={ui} id="message-hint" value={message} max={MAX_MESSAGE} error={isChecked} />
          </Field>
          {ui.hasFiles && (
            <div class="field">
              {ui.files?.draft(ui, NEW)}
              <div class="add-files">
                <AddFiles ui={ui} draft={NEW} />
              </div>
            </div>
          )}
          <button type="button" class="link-row" data-key="data" onClick={() => go({ name: 'data' })}>
            <ShieldIcon />
            <span>{text('whatWeSend')}</span>
            <ForwardIcon />
          </button>
        </div>
      </Scroller>
    </Frame>
  );
}

function TypeChoice({ ui, value, onChange }: UiProps & { value: string; onChange(type: string): void }) {
  const { text, types } = ui;
  return (
    <fieldset class="field types">
      <legend class="label">{text('type')}</legend>
      {types.map(({ type, label }) => {
        const known = KNOWN_TYPES[type];
        return (
          <label key={type} class="type">
            <input type="radio" name="type" value={type} checked={type === value} onChange={() => onChange(type)} />
            <span>{label ?? (known === undefined ? type : text(known))}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
