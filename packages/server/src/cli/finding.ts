export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly text: string;
}
