import { MAX_ANSWER_SAMPLES, SAMPLES_OF_ONE_TEXT } from '@player-support/contract/limits';
import type { AnswerPreview } from '@player-support/contract/team/known-issues';

export type AnswerSample = AnswerPreview['samples'][number];
export type AnswerLanguage = AnswerPreview['languages'][number];

/** Shows each kind of filled text once. */
export class Samples {
  readonly #ofKinds = new Map<string, AnswerSample>();
  readonly #more: AnswerSample[] = [];

  add(sample: AnswerSample, hasFallback: boolean): void {
    const kind = `${sample.text} ${hasFallback}`;
    if (this.#ofKinds.size < MAX_ANSWER_SAMPLES && !this.#ofKinds.has(kind)) this.#ofKinds.set(kind, sample);
    else if (this.#more.length < SAMPLES_OF_ONE_TEXT) this.#more.push(sample);
  }

  list(): AnswerSample[] {
    return [...this.#ofKinds.values(), ...this.#more].slice(0, Math.max(SAMPLES_OF_ONE_TEXT, this.#ofKinds.size));
  }
}

export class LanguageCounts {
  readonly #counts = new Map<string, AnswerLanguage>();

  add(locale: string | null, text: string | null): void {
    const key = `${locale} ${text}`;
    this.#counts.set(key, { locale, text, tickets: (this.#counts.get(key)?.tickets ?? 0) + 1 });
  }

  /** Most tickets first. */
  list(): AnswerLanguage[] {
    return [...this.#counts.values()].sort((a, b) => b.tickets - a.tickets);
  }
}
