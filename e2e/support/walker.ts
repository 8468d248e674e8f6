// oxlint-disable unicorn/consistent-function-scoping -- what is evaluated in the page takes along only what is within it
import { expect, type Page, type Request } from '@playwright/test';
import { type Control, controlsOn, isChanged, layers, linksOn, type Look, lookAt, screenOf } from './controls.ts';

/** Deeper than a question within a dialog within a menu nothing new is found. */
const maxSteps = 4;

/** Shapes that stand in for something: what they stand in for comes by a timer of React's, with no request to wait for. */
const standIns = '.animate-progress, .animate-breathe, .animate-turn, [aria-busy=true]';

/** Opens screens, and presses on each whatever was pressed nowhere before. */
export class Walker {
  /** The links that were met: where they lead, and the page of the first. */
  readonly links = new Map<string, string>();
  /** What was there, and was not any more when its turn came, for what had been pressed before. */
  readonly missed: string[] = [];
  readonly #page: Page;
  readonly #pressed: Set<string>;
  readonly #underWay = new Set<Request>();
  #handedOver = 0;

  private constructor(page: Page, pressed: Set<string>) {
    this.#page = page;
    this.#pressed = pressed;
    const end = (request: Request) => this.#underWay.delete(request);
    page.on('request', (request) => {
      // Not every end is told of what a page had asked for that is being left.
      if (request.isNavigationRequest()) this.#underWay.clear();
      // A sound is fetched for as long as it plays.
      if (request.resourceType() !== 'media') this.#underWay.add(request);
    });
    page.on('requestfinished', end).on('requestfailed', end);
    const handOver = () => (this.#handedOver += 1);
    page.on('download', handOver).on('filechooser', handOver).on('popup', handOver);
  }

  /** `pressed` is shared by those who walk after one another. */
  static async on(page: Page, pressed: Set<string>): Promise<Walker> {
    // No browser without a window prints.
    await page.addInitScript(() => {
      window.print = () => document.documentElement.toggleAttribute('data-printed');
    });
    return new Walker(page, pressed);
  }

  async walk(path: string): Promise<void> {
    await this.#open(path);
    const screen = screenOf(this.#page.url());
    expect.soft(screen, 'the screen that opens').toBe(screenOf(path));
    await expect.soft(this.#page.getByText('404 Page Not Found'), path).toHaveCount(0);
    /** What was seen, and what has to be pressed before it can be. */
    const waiting = new Map<string, readonly string[]>();
    let controls = await this.#note(waiting, []);
    for (;;) {
      const isHere = screenOf(this.#page.url()) === screen;
      let next = isHere ? controls.find(({ kind }) => waiting.has(kind)) : undefined;
      const kind = next?.kind ?? waiting.keys().next().value;
      if (kind === undefined) return;
      const way = waiting.get(kind) ?? [];
      waiting.delete(kind);
      this.#pressed.add(kind);
      next ??= await this.#reach(path, way, kind);
      next &&= await this.#approach(next);
      if (next === undefined) this.missed.push(`${path}: ${[...way, kind].join(', then ')}`);
      else await this.#press(path, way, next);
      if (screenOf(this.#page.url()) === screen) controls = await this.#note(waiting, [...way, kind]);
    }
  }

  /** Notes what is new among what can be pressed now, and the links. */
  async #note(waiting: Map<string, readonly string[]>, way: readonly string[]): Promise<Control[]> {
    const controls = await controlsOn(this.#page);
    for (const { kind } of controls)
      if (way.length <= maxSteps && !this.#pressed.has(kind) && !waiting.has(kind)) waiting.set(kind, way);
    for (const { href, isPlaceholder, html } of await linksOn(this.#page)) {
      if (this.links.has(href)) continue;
      expect.soft(isPlaceholder, `a link that leads nowhere: ${html}`).toBe(false);
      this.links.set(href, this.#page.url());
    }
    return controls;
  }

  /** Brings about once more what a control was seen in. */
  async #reach(path: string, way: readonly string[], kind: string): Promise<Control | undefined> {
    for (const isAnew of [false, true]) {
      if (isAnew) await this.#open(path);
      else if (!(await this.#comeBack(path))) continue;
      let control = await this.#find(way[0] ?? kind);
      for (const step of [...way, kind].slice(1)) {
        control = control && (await this.#approach(control));
        if (control === undefined) break;
        await control.element.click();
        await this.#rest();
        control = await this.#find(step);
      }
      if (control !== undefined) return control;
    }
    return undefined;
  }

  #find = async (kind: string) => (await controlsOn(this.#page)).find((control) => control.kind === kind);

  /** What scrolling there brings has come before the press, and so has the code that a pointer above it asks for. */
  async #approach({ element, kind }: Control): Promise<Control | undefined> {
    // A button whose menu comes is put in place anew under the pointer.
    await element.hover().catch(() => undefined);
    await this.#rest();
    return this.#find(kind);
  }

  /** Leaves what lies over the page. Says whether the page is then the one that was opened. */
  async #comeBack(path: string): Promise<boolean> {
    const isCovered = async () => (await this.#page.locator(layers).count()) > 0;
    if (await isCovered()) {
      await this.#page.keyboard.press('Escape');
      await this.#rest();
    }
    return this.#page.url() === new URL(path, this.#page.url()).href && !(await isCovered());
  }

  async #open(path: string): Promise<void> {
    await this.#page.goto(path);
    await expect(this.#page.getByRole('heading').first()).toBeAttached();
    await this.#rest();
  }

  async #press(path: string, way: readonly string[], { element, kind, name }: Control): Promise<void> {
    const before = await lookAt(this.#page);
    const handedOver = this.#handedOver;
    await element.click();
    await expect
      .configure({ soft: true })
      .poll(async () => this.#handedOver > handedOver || (await this.#isChangedSince(before)), {
        intervals: [0, 20, 50, 100],
        message: `${path}: ${[...way, kind].join(', then ')} does something (“${name}”)`,
      })
      .toBe(true);
    await this.#rest();
  }

  #isChangedSince = (before: Look) =>
    lookAt(this.#page).then(
      (after) => isChanged(before, after),
      // A page that is being left cannot be asked.
      () => true,
    );

  /** Until nothing is under way any more: a screen that comes late would take along what is pressed next. */
  async #rest(): Promise<void> {
    await expect
      .poll(
        async () => [
          ...(await this.#findUnrest().catch(() => ['the page is being left'])),
          ...[...this.#underWay].map((request) => request.url()),
        ],
        { intervals: [0, 10, 20, 50, 100], timeout: 20_000, message: `all has come at ${this.#page.url()}` },
      )
      .toEqual([]);
  }

  #findUnrest = () =>
    this.#page.evaluate(async (waitedFor) => {
      // A page that is never idle is one that never rests, and is to say so.
      const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      const changed: string[] = [];
      const observer = new MutationObserver((records) =>
        changed.push(...records.map(({ target, type }) => `${type} of ${target.nodeName}`)),
      );
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      await idle();
      await new Promise(requestAnimationFrame);
      await idle();
      observer.disconnect();
      const awaited = [...document.querySelectorAll(waitedFor)].filter((element) => element.checkVisibility());
      return [...changed, ...awaited.map((element) => element.outerHTML.slice(0, 120))];
    }, standIns);
}
