/** The ref of an input that has the focus when it appears. */
export function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
