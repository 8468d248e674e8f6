import { expect, type Page, type Request } from '@playwright/test';
import { addPageChange } from './page-change.ts';
import type { Aim, Control, Offer, Point } from './page-controls.ts';

/** Maximum nesting of steps, for example menu, dialog, confirmation. */
const maxSteps = 4;
/** Maximum tries to locate a control: hovering can change it. */
const maxAims = 5;

/** Returns the screen of an address: its path with IDs replaced. */
export const screenOf = (address: string): string =>
  new URL(address, 'http://here').pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** Results by kind of control, shared by crawlers. */
export type Found = {
  readonly pressed: Set<string>;
  /** Controls that were gone when their turn came, mapped to the steps that led to them. */
  readonly missed: Map<string, string>;
};

/** Opens screens and presses each kind of control that was not pressed before. */
export class Walker {
  /** Links found so far, mapped to the page that had them first. */
  readonly links = new Map<string, string>();
  readonly #page: Page;
  readonly #found: Found;
  readonly #underWay = new Set<Request>();
  #offer: Offer = { address: '', isCovered: false, controls: [], links: [] };
  #handedOver = Promise.withResolvers<true>();

  private constructor(page: Page, found: Found) {
    this.#page = page;
    this.#found = found;
    const end = (request: Request) => this.#underWay.delete(request);
    page.on('request', (request) => {
      // Requests of a page that is being left may end without an event.
      if (request.isNavigationRequest()) this.#underWay.clear();
      // Audio is fetched for as long as it plays.
      if (request.resourceType() !== 'media') this.#underWay.add(request);
    });
    page.on('requestfinished', end).on('requestfailed', end);
    const handOver = () => this.#handedOver.resolve(true);
    page.on('download', handOver).on('filechooser', handOver);
    page.on('popup', (opened) => {
      handOver();
      void opened.close();
    });
  }

  /** Attaches a crawler to a page. Crawlers that run one after another share `results`. */
  static async on(page: Page, found: Found): Promise<Walker> {
    await addPageChange(page);
    // Headless browsers cannot print.
    await page.addInitScript(() => {
      window.print = () => document.documentElement.toggleAttribute('data-printed');
    });
    return new Walker(page, found);
  }

  async walk(path: string): Promise<void> {
    await this.#open(path);
    const screen = screenOf(this.#offer.address);
    expect.soft(screen, 'the screen that opens').toBe(screenOf(path));
    await expect.soft(this.#page.getByText('404 Page Not Found'), path).toHaveCount(0);
    /** Controls still to press, mapped to the steps that reveal them. */
    const waiting = new Map<string, readonly string[]>();
    const tried = new Set(this.#found.pressed);
    const note = (way: readonly string[]) => {
      for (const { kind } of this.#offer.controls)
        if (way.length <= maxSteps && !tried.has(kind) && !waiting.has(kind)) waiting.set(kind, way);
    };
    note([]);
    for (;;) {
      const isHere = screenOf(this.#offer.address) === screen;
      let next = isHere ? this.#offer.controls.find(({ kind }) => waiting.has(kind)) : undefined;
      const kind = next?.kind ?? waiting.keys().next().value;
      if (kind === undefined) return;
      const way = waiting.get(kind) ?? [];
      waiting.delete(kind);
      next ??= await this.#reach(path, way, kind);
      const what = `${path}: ${[...way, kind].join(', then ')}`;
      const outcome = next ? await this.#press(kind) : 'gone';
      tried.add(kind);
      if (outcome === 'gone') this.#found.missed.set(kind, what);
      else {
        this.#found.pressed.add(kind);
        this.#found.missed.delete(kind);
        expect.soft(outcome, `${what} (“${next?.name}”)`).toBe('pressed');
      }
      if (screenOf(this.#offer.address) === screen) note([...way, kind]);
    }
  }

  /** Repeats the steps that reveal a control. Returns it, or undefined if it no longer appears. */
  async #reach(path: string, way: readonly string[], kind: string): Promise<Control | undefined> {
    for (const isAnew of [false, true]) {
      if (isAnew) await this.#open(path);
      else await this.#comeBack(path);
      for (const step of way) {
        // The result of an earlier step may still be open.
        if (this.#find(kind)) break;
        if (this.#find(step)) await this.#press(step);
      }
      // In a series of questions, the same step leads to the next one: repeat it.
      const last = way.at(-1) ?? kind;
      for (let again = 0; again < maxSteps && !this.#find(kind); again += 1) {
        if (this.#offer.isCovered || !this.#find(last)) break;
        await this.#press(last);
      }
      const control = this.#find(kind);
      if (control) return control;
    }
    return undefined;
  }

  #find = (kind: string) => this.#offer.controls.find((control) => control.kind === kind);

  /** Closes overlays and returns to the page at the given path. */
  async #comeBack(path: string): Promise<void> {
    const { href } = new URL(path, this.#page.url());
    for (let step = 0; this.#offer.isCovered && step < maxSteps; step += 1) {
      await this.#page.keyboard.press('Escape');
      await this.#rest();
    }
    expect.soft(this.#offer.isCovered, `${path}: Escape closes its overlays`).toBe(false);
    if (this.#offer.address !== href) {
      await this.#page.goBack();
      await this.#rest();
    }
    if (this.#offer.address !== href || this.#offer.isCovered) await this.#open(path);
  }

  async #open(path: string): Promise<void> {
    await this.#page.goto(path);
    await expect(this.#page.getByRole('heading').first()).toBeAttached();
    await this.#rest();
  }

  /** Presses a control and waits for a change. Returns `pressed`, `gone`, or the reason for the failure. */
  async #press(kind: string): Promise<string> {
    const aim = await this.#aim(kind);
    if (aim === null) return 'gone';
    if (typeof aim === 'object' && 'obstacle' in aim) return `covered by ${aim.obstacle}`;
    this.#handedOver = Promise.withResolvers();
    if (aim === 'keyboard') await this.#page.keyboard.press('Enter');
    else if (aim !== 'approached') {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    }
    const isChanged = await Promise.race([
      this.#handedOver.promise,
      // A page that is navigating away cannot be queried: count it as changed.
      this.#page.evaluate(() => pageChange.change()).catch(() => true),
    ]);
    await this.#rest();
    return isChanged ? 'pressed' : 'no visible or announced change';
  }

  /** Returns a control's position. If it has not moved, takes the snapshot in the same round trip. */
  #aimOnce = (kind: string, last: Point | null): Promise<Aim> =>
    this.#page.evaluate(
      ([wanted, before]) => {
        const aim = pageControls.aim(wanted);
        const isWhereItWas = aim && typeof aim === 'object' && 'x' in aim && aim.x === before?.x && aim.y === before.y;
        // Only before a press: the end of a list can load more entries and remove the button.
        if (aim === 'keyboard' || isWhereItWas) pageChange.remember();
        return aim;
      },
      [kind, last] as const,
    );

  /** Moves the pointer to a control and waits until content loaded by scrolling or hovering has arrived. */
  async #aim(kind: string): Promise<Aim | 'approached'> {
    let last: Point | null = null;
    await this.#page.evaluate(() => pageChange.remember());
    for (let aims = 0; aims < maxAims; aims += 1) {
      const aim = await this.#aimOnce(kind, last);
      if (aim === null) return last && 'approached';
      if (aim === 'keyboard') return aim;
      if ('obstacle' in aim) {
        if (aim.dismiss === null) return aim;
        await this.#page.mouse.click(aim.dismiss.x, aim.dismiss.y);
        await this.#rest();
        continue;
      }
      if (aim.x === last?.x && aim.y === last.y) return aim;
      await this.#page.mouse.move(aim.x, aim.y);
      await this.#rest();
      last = aim;
    }
    // An infinite list loads its next page near its end and removes the button.
    return 'approached';
  }

  #noteLinks({ address, links }: Offer): void {
    for (const { href, isPlaceholder, html } of links) {
      if (this.links.has(href)) continue;
      expect.soft(isPlaceholder, `a link that leads nowhere: ${html}`).toBe(false);
      this.links.set(href, address);
    }
  }

  /** Waits until nothing changes and no request is in flight: a late screen would replace the next control. */
  async #rest(): Promise<void> {
    for (;;) {
      // A page that is navigating away is queried again after the navigation.
      const found = await this.#page.evaluate(() => pageChange.rest()).catch(() => null);
      if (found && 'unrest' in found) throw new Error(`${this.#page.url()} does not settle: ${found.unrest.join(', ')}`);
      if (found) {
        this.#offer = found;
        this.#noteLinks(found);
      }
      if (found && this.#underWay.size === 0) return;
      await this.#page.waitForLoadState();
      await expect
        .poll(() => [...this.#underWay].map((request) => request.url()), {
          intervals: [0, 5],
          timeout: 20_000,
          message: `all requests have finished at ${this.#page.url()}`,
        })
        .toEqual([]);
    }
  }
}
