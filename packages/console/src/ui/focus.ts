export function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
