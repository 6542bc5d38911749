interface Field {
  readonly value: string;
  readonly isConnected: boolean;
}

interface Texts {
  readonly first: string;
  readonly last: string;
}

/** Texts typed into fields. What the program fills anew counts as typed too. */
export class TypedTexts<Input extends Field> {
  readonly #fields = new Map<Input, Texts>();
  #hasMoved = false;

  before(field: Input): void {
    const known = this.#fields.get(field);
    if (known === undefined) this.#fields.set(field, { first: field.value, last: field.value });
    else if (known.last !== field.value) this.#hasMoved = true;
  }

  after(field: Input): void {
    const known = this.#fields.get(field);
    if (known === undefined) this.#hasMoved = true;
    this.#fields.set(field, { first: known?.first ?? '', last: field.value });
  }

  isUnsaved(): boolean {
    const isChanged = ([{ value, isConnected }, { first, last }]: [Input, Texts]) =>
      last !== first || (isConnected && value !== last);
    return this.#hasMoved || [...this.#fields].some(isChanged);
  }

  forget(): void {
    this.#fields.clear();
    this.#hasMoved = false;
  }
}

const NO_TEXT = new Set(['button', 'checkbox', 'file', 'hidden', 'radio', 'range', 'reset', 'search', 'submit']);

/**
 * Returns the event's field, except search fields and lists with a search (`data-lookup`,
 * `theme.ts`).
 */
function textField({ target }: Event): HTMLInputElement | HTMLTextAreaElement | undefined {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type));
  return isField && !target.readOnly && target.dataset.lookup === undefined ? target : undefined;
}

/** Watches the fields below `root`, also those that appear later. */
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
