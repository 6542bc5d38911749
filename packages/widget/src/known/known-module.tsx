import type { PlayerSupport } from '@player-support/client';
import {
  answerQuestion,
  type KnownIssue,
  listKnownIssues,
  listQuestions,
  type Question,
  subscribe,
} from '@player-support/client/known-issues';
import type { ComponentChildren } from 'preact';
import { connect, type Host } from '../host.ts';
import { fill } from '../texts.ts';
import type { Ui } from '../ui/ui.ts';
import styles from './styles.css?inline';
import { KNOWN_TEXTS } from './texts.ts';

interface ViewOptions {
  readonly root: ShadowRoot;
  readonly support: PlayerSupport;
  readonly draw: () => void;
}

type KnownView = (ui: Ui, place: string) => ComponentChildren;

/**
 * What the script loads when a player begins a ticket, or may be asked about one.
 * @param place `new`: the form, else a ticket
 */
export type KnownModule = (options: ViewOptions, ...drawing: Parameters<KnownView>) => ComponentChildren;

/** Then known issues are asked for again. */
const MAX_AGE_MS = 60_000;
/** Before the form. More would hide it. */
const MAX_SHOWN = 5;

/** Called once by the script. */
export function create(host: Host): KnownModule {
  connect(host);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  // Each player has its own SDK.
  const views = new WeakMap<PlayerSupport, KnownView>();
  return (options, ui, place) => {
    const { root, support } = options;
    const view = views.get(support) ?? createKnownView(options);
    views.set(support, view);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return view(ui, place);
  };
}

function createKnownView({ root, support, draw }: ViewOptions): KnownView {
  let issues: readonly KnownIssue[] = [];
  let questions: readonly Question[] = [];
  /** By ticket. */
  const answers = new Map<string, boolean>();
  /** Taps that the service did not take. */
  const failed = new Set<string>();
  const askedAt = new Map<string, number>();

  /** Loads a list unless done lately. Without an answer it shows nothing. */
  function load(key: string, work: () => Promise<void>): void {
    if (Date.now() - (askedAt.get(key) ?? 0) < MAX_AGE_MS) return;
    askedAt.set(key, Date.now());
    work().then(draw, () => {});
  }

  async function attempt(id: string, work: () => Promise<void>): Promise<void> {
    failed.delete(id);
    await work().catch(() => void failed.add(id));
    draw();
  }

  function meToo({ id }: KnownIssue): void {
    void attempt(id, async () => {
      await subscribe(support, id);
      issues = issues.map((issue) => (issue.id === id ? { ...issue, subscribed: true } : issue));
    });
  }

  function answer(ui: Ui, ticketId: string, fixed: boolean): void {
    void attempt(ticketId, async () => {
      await answerQuestion(support, ticketId, fixed);
      answers.set(ticketId, fixed);
      draw();
      root.querySelector<HTMLElement>('#title')?.focus();
      void ui.model.refresh();
    });
  }

  const texts = (ui: Ui) => (key: keyof typeof KNOWN_TEXTS, values?: Readonly<Record<string, string>>) =>
    ui.text(key, values) || fill(KNOWN_TEXTS[key], values ?? {});

  const problem = (ui: Ui, id: string) =>
    failed.has(id) && (
      <p class="danger" role="alert">
        {ui.text('errorOther')}
      </p>
    );

  function list(ui: Ui): ComponentChildren {
    const { appVersion, buildNumber, platform } = ui.context;
    const build = appVersion ?? buildNumber ?? undefined;
    load('issues', async () => {
      const options = { build, platform: platform ?? undefined, locale: ui.language.tag };
      issues = (await listKnownIssues(support, options)).slice(0, MAX_SHOWN);
    });
    if (issues.length === 0) return undefined;
    const text = texts(ui);
    return (
      <section class="known" aria-label={text('knownIssues')}>
        <p class="label">{text('knownIssues')}</p>
        <ul class="known-list">
          {issues.map((issue) => (
            <li key={issue.id} class="known-issue">
              <p class="text" dir="auto">
                {issue.note}
              </p>
              {issue.fixedInBuild && <p class="muted">{text('fixedIn', { build: issue.fixedInBuild })}</p>}
              <button
                type="button"
                class="button small"
                aria-pressed={issue.subscribed ? 'true' : 'false'}
                aria-disabled={issue.subscribed}
                onClick={() => issue.subscribed || meToo(issue)}
              >
                {text(issue.subscribed ? 'noted' : 'meToo')}
              </button>
              {problem(ui, issue.id)}
            </li>
          ))}
        </ul>
      </section>
    );
  }

  function question(ui: Ui, ticketId: string): ComponentChildren {
    const asking = (ui.state.messages ?? []).filter(
      (message) => message.ticketId === ticketId && message.type === 'ticket_status',
    );
    load(asking.map(({ id }) => id).join(), async () => {
      questions = await listQuestions(support);
    });
    const text = texts(ui);
    const given = answers.get(ticketId);
    const asked = questions.find((one) => one.ticketId === ticketId);
    if (asked === undefined) return undefined;
    const button = (key: 'yesFixed' | 'notFixed', fixed: boolean) => (
      <button key={key} type="button" class="button small" data-key={key} onClick={() => answer(ui, ticketId, fixed)}>
        {text(key)}
      </button>
    );
    return (
      <section class="known" aria-label={text('isItFixed', { build: asked.build })}>
        <p role="status">
          {given === undefined ? text('isItFixed', { build: asked.build }) : text(given ? 'thanksYes' : 'thanksNo')}
        </p>
        {given !== false && (
          <div class="known-answers">
            {given === undefined && button('yesFixed', true)}
            {button('notFixed', false)}
          </div>
        )}
        {problem(ui, ticketId)}
      </section>
    );
  }

  return (ui, place) => (place === 'new' ? list(ui) : question(ui, place));
}
