/** A field of text. */
interface Field {
  readonly value: string;
  readonly isConnected: boolean;
}

interface Texts {
  /** Before the member typed. */
  readonly first: string;
  /** After the member typed. */
  readonly last: string;
}

/**
 * What a member types in some fields. A field whose text the program changes meanwhile, such as one
 * that shows another language now, counts as typed: its old text is elsewhere.
 */
export class TypedTexts<Input extends Field> {
  readonly #fields = new Map<Input, Texts>();
  #hasMoved = false;

  /** The member enters the field, or is about to change its text. */
  before(field: Input): void {
    const known = this.#fields.get(field);
    if (known === undefined) this.#fields.set(field, { first: field.value, last: field.value });
    else if (known.last !== field.value) this.#hasMoved = true;
  }

  /** The member has changed the text of the field. */
  after(field: Input): void {
    const known = this.#fields.get(field);
    if (known === undefined) this.#hasMoved = true;
    this.#fields.set(field, { first: known?.first ?? '', last: field.value });
  }

  /** Whether a text would be lost. */
  isUnsaved(): boolean {
    const isChanged = ([{ value, isConnected }, { first, last }]: [Input, Texts]) =>
      last !== first || (isConnected && value !== last);
    return this.#hasMoved || [...this.#fields].some(isChanged);
  }

  /** The texts are saved. */
  forget(): void {
    this.#fields.clear();
    this.#hasMoved = false;
  }
}

const NO_TEXT = new Set(['button', 'checkbox', 'file', 'hidden', 'radio', 'range', 'reset', 'search', 'submit']);

/**
 * The field of an event, unless nobody writes in it: a search, and a list of options with a search,
 * which has `data-lookup` (`theme.ts`).
 */
function textField({ target }: Event): HTMLInputElement | HTMLTextAreaElement | undefined {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type));
  return isField && !target.readOnly && target.dataset.lookup === undefined ? target : undefined;
}

/** Watches the fields below an element, also those that appear later. */
export function watchTexts(root: HTMLElement) {
  const texts = new TypedTexts<HTMLInputElement | HTMLTextAreaElement>();
  const on = (type: 'focusin' | 'beforeinput' | 'input', note: 'before' | 'after') =>
    root.addEventListener(
      type,
      (event) => {
        const field = textField(event);
        if (field !== undefined) texts[note](field);
      },
      // Before React handles the event.
      { capture: true },
    );
  on('focusin', 'before');
  on('beforeinput', 'before');
  on('input', 'after');
  return texts;
}
