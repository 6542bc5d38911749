/** The types of the elements that the views are made of. The build turns JSX into calls of `h`. */

export type Child = VNode | string | number | boolean | null | undefined | readonly Child[];
export type Component = (props: never) => Child;

export interface VNode {
  readonly type: string | Component;
  readonly key: string | undefined;
  readonly props: Readonly<Record<string, unknown>>;
}

interface Attributes<T extends Element> {
  readonly [name: `aria-${string}` | `data-${string}`]: string | boolean | undefined;
  readonly children?: Child;
  readonly class?: string | undefined;
  readonly id?: string;
  readonly dir?: string;
  readonly lang?: string;
  readonly part?: string;
  readonly role?: string;
  readonly tabIndex?: number;
  readonly title?: string;
  /** Called after each drawing. */
  readonly ref?: (element: T) => void;
  readonly onClick?: () => void;
  readonly onInput?: (event: { readonly currentTarget: T }) => void;
  readonly onChange?: (event: { readonly currentTarget: T }) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
  readonly onDragOver?: (event: DragEvent) => void;
}

type Html<T extends Element, Name extends string = never> = Attributes<T> & {
  readonly [name in Name]?: string | number | boolean | undefined;
};
type Plain = Html<HTMLElement>;
type Shape = Html<
  SVGElement,
  | 'cx'
  | 'cy'
  | 'd'
  | 'fill'
  | 'height'
  | 'r'
  | 'stroke'
  | 'stroke-dasharray'
  | 'stroke-linecap'
  | 'stroke-linejoin'
  | 'stroke-width'
  | 'viewBox'
  | 'width'
>;

export declare namespace JSX {
  type Element = VNode;
  type ElementType = string | Component;
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicAttributes {
    readonly key?: string;
  }
  interface IntrinsicElements extends Record<PlainTag, Plain & IntrinsicAttributes> {
    a: Html<HTMLAnchorElement, 'href' | 'rel' | 'target'>;
    button: Html<HTMLButtonElement, 'type'> & IntrinsicAttributes;
    dialog: Html<HTMLDialogElement>;
    canvas: Html<HTMLCanvasElement> & IntrinsicAttributes;
    input: Html<
      HTMLInputElement,
      | 'accept'
      | 'autoComplete'
      | 'checked'
      | 'hidden'
      | 'multiple'
      | 'name'
      | 'placeholder'
      | 'readOnly'
      | 'type'
      | 'value'
    >;
    label: Html<HTMLLabelElement, 'for'> & IntrinsicAttributes;
    textarea: Html<HTMLTextAreaElement, 'placeholder' | 'readOnly' | 'rows' | 'value'>;
    time: Html<HTMLTimeElement, 'dateTime'>;
    svg: Shape;
    path: Shape;
    circle: Shape;
  }
}

type PlainTag =
  | 'article'
  | 'bdi'
  | 'dd'
  | 'div'
  | 'dl'
  | 'dt'
  | 'fieldset'
  | 'footer'
  | 'h2'
  | 'header'
  | 'legend'
  | 'li'
  | 'nav'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul';
