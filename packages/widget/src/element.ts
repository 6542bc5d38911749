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
/** A page may have set these before the script was loaded. */
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
/** For the times in an open panel. */
const CLOCK_MS = 30_000;
/** The service's largest file, if the game does not say. */
const MAX_FILE_MB = 10;
const MEGABYTE = 1_000_000;

let sheet: CSSStyleSheet | undefined;

/** All elements share it. A content security policy does not refuse it. */
function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  return sheet;
}

/** A server has no elements, but may import the package. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** `<player-support>`: player support inside a game. See README.md. */
export class PlayerSupportElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #deviceSetting = pageStorage('localStorage');
  readonly #darkQuery = matchMedia('(prefers-color-scheme: dark)');
  #support: PlayerSupport | undefined;
  #panel: Panel | undefined;
  /** What the SDK was made from. */
  #madeFrom = '';
  /** Of the SDK and of the panel. */
  #user: string | null = null;
  #language: Language = ENGLISH_LANGUAGE;
  /** Asked for last. */
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

  /** The service's URL, such as `https://support.example.com`. */
  get baseUrl(): string {
    return this.getAttribute('base-url') ?? '';
  }
  set baseUrl(url: string | null | undefined) {
    this.#reflect('base-url', url);
  }

  /** The project's public key. */
  get projectKey(): string {
    return this.getAttribute('project-key') ?? '';
  }
  set projectKey(key: string | null | undefined) {
    this.#reflect('project-key', key);
  }

  /** The game's own id for the user, or null while nobody is signed in. */
  get userId(): string | null {
    return this.getAttribute('user-id') || null;
  }
  set userId(id: string | null | undefined) {
    this.#reflect('user-id', id);
  }

  /** A BCP 47 tag. Default: the context's locale, else the browser's languages. */
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

  /** What a ticket can be about. As an attribute: types separated by commas. */
  get types(): readonly TicketTypeChoice[] {
    return ticketTypes(this.#types ?? this.getAttribute('types'));
  }
  set types(types: readonly (TicketTypeChoice | string)[] | string | null | undefined) {
    this.#types = types ?? undefined;
    this.#changed();
  }

  /** Replace those of the language. */
  get texts(): Partial<Texts> {
    return this.#texts;
  }
  set texts(texts: Partial<Texts> | null | undefined) {
    this.#texts = { ...texts };
    this.#changed();
  }

  /** The game's canvas, or a function that makes a screenshot. Then players can add one. */
  get screenshot(): Screenshot | null | undefined {
    return this.#screenshot;
  }
  set screenshot(screenshot: Screenshot | null | undefined) {
    this.#screenshot = screenshot;
    this.#changed();
  }

  /** Undefined without a valid base URL and key, and while the element is on no page. */
  get support(): PlayerSupport | undefined {
    this.#connect();
    return this.#support;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Opens the panel when its texts are loaded. Frameworks set existing properties, so `element.open
   * = true` opens it too.
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
    // It may be closed by now.
    if (!this.#isOpen) return;
    this.#panel?.setOpen(true);
    this.#clock = setInterval(() => this.#panel?.draw(), CLOCK_MS);
    this.#tell('open');
  };

  /** Closes the panel. What was written stays. */
  readonly close = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#clock);
    this.removeAttribute('open');
    this.#panel?.setOpen(false);
    this.#tell('close');
  };

  connectedCallback(): void {
    this.#darkQuery.addEventListener('change', this.#changed);
    this.#changed();
  }

  disconnectedCallback(): void {
    this.#darkQuery.removeEventListener('change', this.#changed);
    // A moved element is on the page again at once.
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

  /** Makes the SDK and the panel for the current attributes. */
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
        // The game may change the user here too. Nothing of the former one may stay.
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
    // Later: the page may add its listeners after the element.
    this.#support.on('error', (error) => setTimeout(() => this.#tell('error', error)));
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

  /** One panel shows one player. */
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

  #tell(name: string, detail?: unknown): void {
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
