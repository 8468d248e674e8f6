import { expect, type Page, type Request } from '@playwright/test';
import { addPageChange } from './page-change.ts';
import type { Control, ControlList, Point, PressTarget } from './page-controls.ts';

/** Maximum nesting of steps, for example menu, dialog, confirmation. */
const maxSteps = 4;
/** Maximum tries to locate a control: hovering can change it. */
const maxTries = 5;

/** Returns the screen of an address: its path with IDs replaced. */
export const screenOf = (address: string): string =>
  new URL(address, 'http://here').pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** Results by kind of control, shared by crawlers. */
export type Results = {
  readonly pressed: Set<string>;
  /** Controls that disappeared before the crawler could press them, mapped to the steps that led to them. */
  readonly missed: Map<string, string>;
};

/** Opens screens and presses each kind of control that was not pressed before. */
export class Crawler {
  /** Links found so far, mapped to the page that had them first. */
  readonly links = new Map<string, string>();
  readonly #page: Page;
  readonly #results: Results;
  readonly #inFlight = new Set<Request>();
  #current: ControlList = { address: '', isCovered: false, controls: [], links: [] };
  /** Resolves when a press starts a download, a file chooser or a popup, which do not change the page. */
  #externalEffect = Promise.withResolvers<true>();

  private constructor(page: Page, results: Results) {
    this.#page = page;
    this.#results = results;
    const end = (request: Request) => this.#inFlight.delete(request);
    page.on('request', (request) => {
      // Requests of a page that is being left may end without an event.
      if (request.isNavigationRequest()) this.#inFlight.clear();
      // Audio is fetched for as long as it plays.
      if (request.resourceType() !== 'media') this.#inFlight.add(request);
    });
    page.on('requestfinished', end).on('requestfailed', end);
    const resolveExternalEffect = () => this.#externalEffect.resolve(true);
    page.on('download', resolveExternalEffect).on('filechooser', resolveExternalEffect);
    page.on('popup', (opened) => {
      resolveExternalEffect();
      void opened.close();
    });
  }

  /** Attaches a crawler to a page. Crawlers that run one after another share `results`. */
  static async on(page: Page, results: Results): Promise<Crawler> {
    await addPageChange(page);
    // Headless browsers cannot print.
    await page.addInitScript(() => {
      window.print = () => document.documentElement.toggleAttribute('data-printed');
    });
    return new Crawler(page, results);
  }

  async crawl(path: string): Promise<void> {
    await this.#open(path);
    const screen = screenOf(this.#current.address);
    expect.soft(screen, 'opened screen').toBe(screenOf(path));
    await expect.soft(this.#page.getByText('404 Page Not Found'), path).toHaveCount(0);
    /** Controls still to press, mapped to the steps that reveal them. */
    const pending = new Map<string, readonly string[]>();
    const tried = new Set(this.#results.pressed);
    const addPending = (steps: readonly string[]) => {
      for (const { kind } of this.#current.controls)
        if (steps.length <= maxSteps && !tried.has(kind) && !pending.has(kind)) pending.set(kind, steps);
    };
    addPending([]);
    for (;;) {
      const isOnScreen = screenOf(this.#current.address) === screen;
      let next = isOnScreen ? this.#current.controls.find(({ kind }) => pending.has(kind)) : undefined;
      const kind = next?.kind ?? pending.keys().next().value;
      if (kind === undefined) return;
      const steps = pending.get(kind) ?? [];
      pending.delete(kind);
      next ??= await this.#reveal(path, steps, kind);
      const description = `${path}: ${[...steps, kind].join(', then ')}`;
      const outcome = next ? await this.#press(kind) : 'gone';
      tried.add(kind);
      if (outcome === 'gone') this.#results.missed.set(kind, description);
      else {
        this.#results.pressed.add(kind);
        this.#results.missed.delete(kind);
        expect.soft(outcome, `${description} (“${next?.name}”)`).toBe('pressed');
      }
      if (screenOf(this.#current.address) === screen) addPending([...steps, kind]);
    }
  }

  /** Repeats the steps that reveal a control. Returns it, or undefined if it no longer appears. */
  async #reveal(path: string, steps: readonly string[], kind: string): Promise<Control | undefined> {
    for (const shouldReload of [false, true]) {
      if (shouldReload) await this.#open(path);
      else await this.#goBack(path);
      for (const step of steps) {
        // The result of an earlier step may still be open.
        if (this.#find(kind)) break;
        if (this.#find(step)) await this.#press(step);
      }
      // In a series of dialogs, the same step opens the next one: repeat it.
      const last = steps.at(-1) ?? kind;
      for (let repeats = 0; repeats < maxSteps && !this.#find(kind); repeats += 1) {
        if (this.#current.isCovered || !this.#find(last)) break;
        await this.#press(last);
      }
      const control = this.#find(kind);
      if (control) return control;
    }
    return undefined;
  }

  #find = (kind: string) => this.#current.controls.find((control) => control.kind === kind);

  /** Closes overlays and returns to the page at the given path. */
  async #goBack(path: string): Promise<void> {
    const { href } = new URL(path, this.#page.url());
    for (let step = 0; this.#current.isCovered && step < maxSteps; step += 1) {
      await this.#page.keyboard.press('Escape');
      await this.#settle();
    }
    expect.soft(this.#current.isCovered, `${path}: Escape closes its overlays`).toBe(false);
    if (this.#current.address !== href) {
      await this.#page.goBack();
      await this.#settle();
    }
    if (this.#current.address !== href || this.#current.isCovered) await this.#open(path);
  }

  async #open(path: string): Promise<void> {
    await this.#page.goto(path);
    await expect(this.#page.getByRole('heading').first()).toBeAttached();
    await this.#settle();
  }

  /** Presses a control and waits for a change. Returns `pressed`, `gone`, or the reason for the failure. */
  async #press(kind: string): Promise<string> {
    const target = await this.#approach(kind);
    if (target === null) return 'gone';
    if (typeof target === 'object' && 'obstacle' in target) return `covered by ${target.obstacle}`;
    this.#externalEffect = Promise.withResolvers();
    if (target === 'keyboard') await this.#page.keyboard.press('Enter');
    else if (target !== 'removed') {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    }
    const isChanged = await Promise.race([
      this.#externalEffect.promise,
      // A page that is navigating away cannot be queried: count it as changed.
      this.#page.evaluate(() => pageChange.waitForChange()).catch(() => true),
    ]);
    await this.#settle();
    return isChanged ? 'pressed' : 'no visible or announced change';
  }

  /** Returns a control's position. If it has not moved, takes the snapshot in the same round trip. */
  #locateOnce = (kind: string, last: Point | null): Promise<PressTarget> =>
    this.#page.evaluate(
      ([wantedKind, previous]) => {
        const target = pageControls.locate(wantedKind);
        const hasNotMoved =
          target && typeof target === 'object' && 'x' in target && target.x === previous?.x && target.y === previous.y;
        // Taken just before the press: scrolling to the end of a list can load more entries and remove the button.
        if (target === 'keyboard' || hasNotMoved) pageChange.takeSnapshot();
        return target;
      },
      [kind, last] as const,
    );

  /**
   * Moves the pointer to a control and waits until content loaded by scrolling or hovering has arrived.
   * Returns `removed` if this made the control disappear.
   */
  async #approach(kind: string): Promise<PressTarget | 'removed'> {
    let last: Point | null = null;
    await this.#page.evaluate(() => pageChange.takeSnapshot());
    for (let tries = 0; tries < maxTries; tries += 1) {
      const target = await this.#locateOnce(kind, last);
      if (target === null) return last && 'removed';
      if (target === 'keyboard') return target;
      if ('obstacle' in target) {
        if (target.dismiss === null) return target;
        await this.#page.mouse.click(target.dismiss.x, target.dismiss.y);
        await this.#settle();
        continue;
      }
      if (target.x === last?.x && target.y === last.y) return target;
      await this.#page.mouse.move(target.x, target.y);
      await this.#settle();
      last = target;
    }
    // An infinite list loads its next page near its end and removes the button.
    return 'removed';
  }

  #recordLinks({ address, links }: ControlList): void {
    for (const { href, isPlaceholder, html } of links) {
      if (this.links.has(href)) continue;
      expect.soft(isPlaceholder, `a link without a target: ${html}`).toBe(false);
      this.links.set(href, address);
    }
  }

  /** Waits until nothing changes and no request is in flight. Otherwise a late render could replace the next control. */
  async #settle(): Promise<void> {
    for (;;) {
      // A page that is navigating away is queried again after the navigation.
      const state = await this.#page.evaluate(() => pageChange.settle()).catch(() => null);
      if (state && 'activity' in state)
        throw new Error(`${this.#page.url()} does not settle: ${state.activity.join(', ')}`);
      if (state) {
        this.#current = state;
        this.#recordLinks(state);
      }
      if (state && this.#inFlight.size === 0) return;
      await this.#page.waitForLoadState();
      await expect
        .poll(() => [...this.#inFlight].map((request) => request.url()), {
          intervals: [0, 5],
          timeout: 20_000,
          message: `all requests have finished at ${this.#page.url()}`,
        })
        .toEqual([]);
    }
  }
}
