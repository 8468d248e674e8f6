import { expect, type Page, type Request } from '@playwright/test';
import { installPageChange } from './page-change.ts';
import type { Control, ControlList, Point, PressTarget } from './page-controls.ts';

/** Maximum nesting of steps, for example menu, dialog, confirmation. */
const maxSteps = 4;
/** Maximum attempts to locate a control, because hovering can move it. */
const maxAttempts = 5;

/** Returns the screen of an address: its path with IDs replaced. */
export const screenOf = (address: string): string =>
  new URL(address, 'http://localhost').pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** Results by kind of control, shared by crawlers. */
export type CrawlResults = {
  readonly pressedKinds: Set<string>;
  /** Controls that disappeared before the crawler could press them, mapped to the steps that led to them. */
  readonly unpressedKinds: Map<string, string>;
};

/** Opens screens and presses each kind of control that was not pressed before. */
export class Crawler {
  /** Links found so far, mapped to the first page that contained them. */
  readonly links = new Map<string, string>();
  readonly #page: Page;
  readonly #results: CrawlResults;
  readonly #inFlight = new Set<Request>();
  #current: ControlList = { address: '', isCovered: false, controls: [], links: [] };
  /** Resolves when a press starts a download, a file chooser or a popup, which do not change the page. */
  #externalEffect = Promise.withResolvers<true>();

  private constructor(page: Page, results: CrawlResults) {
    this.#page = page;
    this.#results = results;
    const removeRequest = (request: Request) => this.#inFlight.delete(request);
    page.on('request', (request) => {
      // When the page navigates away, its requests may end without an event.
      if (request.isNavigationRequest()) this.#inFlight.clear();
      // Audio requests last as long as playback.
      if (request.resourceType() !== 'media') this.#inFlight.add(request);
    });
    page.on('requestfinished', removeRequest).on('requestfailed', removeRequest);
    const resolveExternalEffect = () => this.#externalEffect.resolve(true);
    page.on('download', resolveExternalEffect).on('filechooser', resolveExternalEffect);
    page.on('popup', (popup) => {
      resolveExternalEffect();
      void popup.close();
    });
  }

  /** Attaches a crawler to a page. Crawlers that run one after another share `results`. */
  static async attachTo(page: Page, results: CrawlResults): Promise<Crawler> {
    await installPageChange(page);
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
    /** Controls still to press, mapped to the steps that reveal them and the address where they appeared. */
    const pending = new Map<string, { steps: readonly string[]; address: string }>();
    const attemptedKinds = new Set(this.#results.pressedKinds);
    const addPending = (steps: readonly string[]) => {
      for (const { kind } of this.#current.controls)
        if (steps.length <= maxSteps && !attemptedKinds.has(kind) && !pending.has(kind))
          pending.set(kind, { steps, address: this.#current.address });
    };
    addPending([]);
    for (;;) {
      const isOnScreen = screenOf(this.#current.address) === screen;
      let next = isOnScreen ? this.#current.controls.find(({ kind }) => pending.has(kind)) : undefined;
      const kind = next?.kind ?? pending.keys().next().value;
      if (kind === undefined) return;
      const { steps, address } = pending.get(kind) ?? { steps: [], address: path };
      pending.delete(kind);
      // A control may depend on two filters: both are in the address, but only the last is a step.
      next ??= (await this.#reveal(path, steps, kind)) ?? (await this.#reveal(address, [], kind));
      const description = `${path}: ${[...steps, kind].join(', then ')}`;
      const outcome = next ? await this.#press(kind) : 'missing';
      attemptedKinds.add(kind);
      if (outcome === 'missing') this.#results.unpressedKinds.set(kind, description);
      else {
        this.#results.pressedKinds.add(kind);
        this.#results.unpressedKinds.delete(kind);
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
        // An earlier step may have left the control visible.
        if (this.#find(kind)) break;
        if (this.#find(step)) await this.#press(step);
      }
      // In a series of dialogs, the same step opens the next one: repeat it.
      const previousPoint = steps.at(-1) ?? kind;
      for (let repeats = 0; repeats < maxSteps && !this.#find(kind); repeats += 1) {
        if (this.#current.isCovered || !this.#find(previousPoint)) break;
        await this.#press(previousPoint);
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
      await this.#waitUntilIdle();
    }
    expect.soft(this.#current.isCovered, `${path}: Escape closes its overlays`).toBe(false);
    if (this.#current.address !== href) {
      await this.#page.goBack();
      await this.#waitUntilIdle();
    }
    if (this.#current.address !== href || this.#current.isCovered) await this.#open(path);
  }

  async #open(path: string): Promise<void> {
    await this.#page.goto(path);
    await expect(this.#page.getByRole('heading').first()).toBeAttached();
    await this.#waitUntilIdle();
  }

  /** Presses a control and waits for a change. Returns `pressed`, `missing`, or the reason for the failure. */
  async #press(kind: string): Promise<string> {
    const target = await this.#movePointerTo(kind);
    if (target === null) return 'missing';
    if (typeof target === 'object' && 'obstacle' in target) return `covered by ${target.obstacle}`;
    this.#externalEffect = Promise.withResolvers();
    if (target === 'keyboard') await this.#page.keyboard.press('Enter');
    else if (target !== 'removed') {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    }
    const hasChanged = await Promise.race([
      this.#externalEffect.promise,
      // The query fails if the page navigates away, which is also a change.
      this.#page.evaluate(() => pageChange.waitForChange()).catch(() => true),
    ]);
    await this.#waitUntilIdle();
    return hasChanged ? 'pressed' : 'no visible or announced change';
  }

  /** Returns a control's position. If it has not moved, takes the snapshot in the same round trip. */
  #locateOnce = (kind: string, previousPoint: Point | null): Promise<PressTarget> =>
    this.#page.evaluate(
      ([requestedKind, previous]) => {
        const target = pageControls.locate(requestedKind);
        const hasNotMoved =
          target && typeof target === 'object' && 'x' in target && target.x === previous?.x && target.y === previous.y;
        // Take the snapshot just before the press, because scrolling can load entries and remove the button.
        if (target === 'keyboard' || hasNotMoved) pageChange.takeSnapshot();
        return target;
      },
      [kind, previousPoint] as const,
    );

  /**
   * Moves the pointer to a control and waits until content loaded by scrolling or hovering has arrived.
   * Returns `removed` if this made the control disappear.
   */
  async #movePointerTo(kind: string): Promise<PressTarget | 'removed'> {
    let previousPoint: Point | null = null;
    await this.#page.evaluate(() => pageChange.takeSnapshot());
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const target = await this.#locateOnce(kind, previousPoint);
      if (target === null) return previousPoint && 'removed';
      if (target === 'keyboard') return target;
      if ('obstacle' in target) {
        if (target.dismissPoint === null) return target;
        await this.#page.mouse.click(target.dismissPoint.x, target.dismissPoint.y);
        await this.#waitUntilIdle();
        continue;
      }
      if (target.x === previousPoint?.x && target.y === previousPoint.y) return target;
      await this.#page.mouse.move(target.x, target.y);
      await this.#waitUntilIdle();
      previousPoint = target;
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

  /** Waits until the page is stable and no request is in flight. A late render could replace the next control. */
  async #waitUntilIdle(): Promise<void> {
    for (;;) {
      // The query fails while the page navigates away. Query it again after the navigation.
      const state = await this.#page.evaluate(() => pageChange.waitUntilIdle()).catch(() => null);
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
