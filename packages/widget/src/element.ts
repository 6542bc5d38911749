import { createPlayerSupport, type PlayerSupport } from '@player-support/client';
import { type Drafts, draftsOf } from './drafts.ts';
import { lazyFiles } from './files-module.ts';
import { ENGLISH_LANGUAGE, type Language, languageOf, loadLanguage } from './locale.ts';
import { pageStorage } from './page-storage.ts';
import { createPanel, type Panel, type PanelSettings } from './panel.tsx';
import type { Screenshot } from './screenshot.ts';
import { type Context, sentContext } from './sent-context.ts';
import { sharedStorage } from './shared-storage.ts';
import styles from './styles.css?inline';
import type { Texts } from './texts.ts';
import { type TicketTypeChoice, ticketTypes } from './ticket-types.ts';

const ATTRIBUTES = [
  'base-url',
  'project-key',
  'user-id',
  'locale',
  'theme',
  'types',
  'launcher',
  'files',
  'max-file-mb',
  'open',
] as const;
/** Properties that a page may have set before the script was loaded. */
const PROPERTIES = [
  'baseUrl',
  'projectKey',
  'userId',
  'locale',
  'theme',
  'types',
  'texts',
  'context',
  'screenshot',
  'open',
] as const;
const DEVICE_KEY = 'player-support:send-device';
/** How often the times in an open panel are written again. */
const CLOCK_MS = 30_000;
/** The largest file that the service takes, if the game does not say. */
const MAX_FILE_MB = 10;
const MEGABYTE = 1_000_000;

let sheet: CSSStyleSheet | undefined;

/** The style sheet that all elements share. A content security policy does not refuse it. */
function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  return sheet;
}

/** On a server there are no elements, but a game may import the package there. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** `<player-support>`: player support inside a game. See the README of the package. */
export class PlayerSupportElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #deviceSetting = pageStorage('localStorage');
  readonly #darkQuery = matchMedia('(prefers-color-scheme: dark)');
  #support: PlayerSupport | undefined;
  #panel: Panel | undefined;
  /** What the SDK was made from. */
  #madeFrom = '';
  /** The user of the SDK and of the panel. */
  #user: string | null = null;
  #language: Language = ENGLISH_LANGUAGE;
  /** The language that was asked for last. */
  #wantedLanguage = ENGLISH_LANGUAGE.tag;
  #languageLoad: Promise<void> | undefined;
  #context: Context | null | undefined;
  #texts: Partial<Texts> = {};
  #types: unknown;
  #screenshot: Screenshot | null | undefined;
  #isOpen = false;
  #isScheduled = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styleSheet()];
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Partial<typeof this>)[name];
      Object.assign(this, { [name]: value });
    }
  }

  /** The URL of the service, such as `https://support.example.com`. */
  get baseUrl(): string {
    return this.getAttribute('base-url') ?? '';
  }
  set baseUrl(url: string | null | undefined) {
    this.#reflect('base-url', url);
  }

  /** The public key of the project. */
  get projectKey(): string {
    return this.getAttribute('project-key') ?? '';
  }
  set projectKey(key: string | null | undefined) {
    this.#reflect('project-key', key);
  }

  /** The game's own id for the user, or null while nobody is signed in to the game. */
  get userId(): string | null {
    return this.getAttribute('user-id') || null;
  }
  set userId(id: string | null | undefined) {
    this.#reflect('user-id', id);
  }

  /** A BCP 47 tag. Default: the locale of the context, else the languages of the browser. */
  get locale(): string | null {
    return this.getAttribute('locale');
  }
  set locale(locale: string | null | undefined) {
    this.#reflect('locale', locale);
  }

  /** `auto` (as the system), `light` or `dark`. */
  get theme(): string {
    return this.getAttribute('theme') ?? 'auto';
  }
  set theme(theme: string | null | undefined) {
    this.#reflect('theme', theme);
  }

  /** What the game tells the team about itself and the device. */
  get context(): Context | null | undefined {
    return this.#context;
  }
  set context(context: Context | null | undefined) {
    this.#context = context;
    this.#changed();
  }

  /** What a ticket can be about. As an attribute: the types, separated by commas. */
  get types(): readonly TicketTypeChoice[] {
    return ticketTypes(this.#types ?? this.getAttribute('types'));
  }
  set types(types: readonly (TicketTypeChoice | string)[] | string | null | undefined) {
    this.#types = types ?? undefined;
    this.#changed();
  }

  /** Texts that replace those of the language. */
  get texts(): Partial<Texts> {
    return this.#texts;
  }
  set texts(texts: Partial<Texts> | null | undefined) {
    this.#texts = { ...texts };
    this.#changed();
  }

  /** The canvas of the game, or a function that makes a screenshot. Then players can add one. */
  get screenshot(): Screenshot | null | undefined {
    return this.#screenshot;
  }
  set screenshot(screenshot: Screenshot | null | undefined) {
    this.#screenshot = screenshot;
    this.#changed();
  }

  /** The SDK. undefined without a valid base URL and key, and while the element is on no page. */
  get support(): PlayerSupport | undefined {
    this.#connect();
    return this.#support;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Opens the panel when its texts are there. Frameworks set properties where there are some, so
   * `element.open = true` opens it too.
   */
  get open(): () => Promise<void> {
    return this.#show;
  }
  set open(isOpen: unknown) {
    this.toggleAttribute('open', isOpen !== false && isOpen !== null && isOpen !== undefined);
  }

  readonly #show = async (): Promise<void> => {
    this.#connect();
    if (this.#isOpen || this.#panel === undefined) return;
    this.#isOpen = true;
    this.setAttribute('open', '');
    await this.#languageLoad;
    // It may have been closed meanwhile.
    if (!this.#isOpen) return;
    this.#panel?.setOpen(true);
    this.#clock = setInterval(() => this.#panel?.draw(), CLOCK_MS);
    this.dispatchEvent(new CustomEvent('open'));
  };

  /** Closes the panel. What was written stays. */
  readonly close = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#clock);
    this.removeAttribute('open');
    this.#panel?.setOpen(false);
    this.dispatchEvent(new CustomEvent('close'));
  };

  connectedCallback(): void {
    this.#darkQuery.addEventListener('change', this.#changed);
    this.#changed();
  }

  disconnectedCallback(): void {
    this.#darkQuery.removeEventListener('change', this.#changed);
    // An element that only moves is on the page again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.close();
      this.#disconnect();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    this.#changed();
    if (name === 'open' && after === null) this.close();
  }

  #reflect(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** Applies all changes of this turn together. */
  readonly #changed = (): void => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#chooseLanguage();
      this.#connect();
      this.#panel?.draw();
      if (this.hasAttribute('open')) void this.#show();
    });
  };

  #locales(): readonly string[] {
    const own = this.locale ?? this.#context?.locale;
    return own ? [own] : navigator.languages;
  }

  #chooseLanguage(): void {
    const wanted = languageOf(this.#locales());
    if (wanted === this.#wantedLanguage || this.baseUrl === '') return;
    this.#wantedLanguage = wanted;
    this.#languageLoad = loadLanguage(wanted, this.baseUrl).then((language) => {
      if (this.#wantedLanguage !== wanted) return;
      this.#language = language;
      this.#panel?.draw();
    });
  }

  /** Makes the SDK and the panel for the attributes as they are now. */
  #connect(): void {
    const { baseUrl, projectKey, userId } = this;
    const from = JSON.stringify([baseUrl, projectKey]);
    if (!this.isConnected) return;
    if (from === this.#madeFrom) {
      this.#support?.setContext(this.#settings().context);
      if (userId !== this.#user) void this.#support?.setUser(userId);
      return;
    }
    this.#disconnect();
    this.#madeFrom = from;
    this.#user = userId;
    if (baseUrl === '' || projectKey === '') return;
    try {
      const { context } = this.#settings();
      const storage = sharedStorage();
      const files = lazyFiles(baseUrl);
      const sdk = createPlayerSupport({ baseUrl, projectPublicKey: projectKey, userId, context, storage, files });
      this.#support = {
        ...sdk,
        // The game may also change the user with these. Nothing of the former one may stay.
        setUser: (id) => this.#changeUser(id, () => sdk.setUser(id)),
        signOut: (options) => {
          if (options?.erase) this.#drafts().clear();
          return this.#changeUser(null, () => sdk.signOut(options));
        },
      };
    } catch (error) {
      this.#tell('error', error);
      return;
    }
    this.#support.on('unread', (count) => this.#tell('unread', { count }));
    this.#support.on('error', (error) => this.#tell('error', error));
    this.#support.start();
    this.#makePanel(this.#support);
  }

  #changeUser(id: string | null, change: () => Promise<void>): Promise<void> {
    this.#user = id || null;
    this.#reflect('user-id', id || null);
    const changed = change();
    if (this.#support) this.#makePanel(this.#support);
    return changed;
  }

  #drafts(): Drafts {
    return draftsOf(JSON.stringify([this.projectKey, this.#user]));
  }

  /** A panel shows one player. For another one there is a new panel. */
  #makePanel(support: PlayerSupport): void {
    this.#panel?.dispose();
    this.#panel = createPanel({
      root: this.#root,
      support,
      baseUrl: this.baseUrl,
      drafts: this.#drafts(),
      settings: () => this.#settings(),
      actions: {
        open: () => void this.#show(),
        close: this.close,
        setDeviceSent: (isSent) => this.#sendDevice(isSent),
      },
    });
    this.#panel.draw();
    this.#panel.setOpen(this.#isOpen);
  }

  #disconnect(): void {
    this.#support?.stop();
    this.#panel?.dispose();
    this.#support = undefined;
    this.#panel = undefined;
    this.#madeFrom = '';
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #sendDevice(isSent: boolean): void {
    this.#deviceSetting.set(DEVICE_KEY, isSent ? undefined : 'off');
    this.#changed();
  }

  #settings(): PanelSettings {
    const isDeviceSent = this.#deviceSetting.get(DEVICE_KEY) !== 'off';
    return {
      language: this.#language,
      texts: this.#texts,
      types: this.types,
      userId: this.userId,
      given: this.#context,
      context: sentContext(this.#context, this.#locales()[0] ?? '', isDeviceSent),
      isDeviceSent,
      isDark: this.theme === 'dark' || (this.theme !== 'light' && this.#darkQuery.matches),
      hasLauncher: this.getAttribute('launcher') !== 'off',
      hasFiles: this.getAttribute('files') !== 'off',
      maxFileBytes: (Number(this.getAttribute('max-file-mb')) || MAX_FILE_MB) * MEGABYTE,
      screenshot: this.#screenshot ?? undefined,
    };
  }
}
