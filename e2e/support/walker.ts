import { expect, type Page, type Request } from '@playwright/test';
import { addPageChange } from './page-change.ts';
import type { Aim, Control, Offer, Point } from './page-controls.ts';

/** Deeper than a question within a dialog within a menu nothing new is found. */
const maxSteps = 4;
/** A pointer above something may make it another, once or twice. */
const maxAims = 5;

/** The screen that an address opens, whatever it opens there. */
export const screenOf = (address: string): string =>
  new URL(address, 'http://here').pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** Controls by their kinds. */
export type Found = {
  readonly pressed: Set<string>;
  /** What was gone when its turn came, for what had been pressed before, and where it had been. */
  readonly missed: Map<string, string>;
};

/** Opens screens, and presses on each whatever was pressed nowhere before. */
export class Walker {
  /** The links that were met: where they lead, and the page of the first. */
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
      // Not every end is told of what a page had asked for that is being left.
      if (request.isNavigationRequest()) this.#underWay.clear();
      // A sound is fetched for as long as it plays.
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

  /** What was found is shared by those who walk after one another. */
  static async on(page: Page, found: Found): Promise<Walker> {
    await addPageChange(page);
    // No browser without a window prints.
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
    /** What was seen, and what has to be pressed before it can be. */
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

  /** Brings about once more what a control was seen in. */
  async #reach(path: string, way: readonly string[], kind: string): Promise<Control | undefined> {
    for (const isAnew of [false, true]) {
      if (isAnew) await this.#open(path);
      else await this.#comeBack(path);
      for (const step of way) {
        // What a step brought about may be there still.
        if (this.#find(kind)) break;
        if (this.#find(step)) await this.#press(step);
      }
      // A step that leads on to the next of several questions is taken at each.
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

  /** Leaves what lies over the page, and what a press led to. */
  async #comeBack(path: string): Promise<void> {
    const { href } = new URL(path, this.#page.url());
    for (let step = 0; this.#offer.isCovered && step < maxSteps; step += 1) {
      await this.#page.keyboard.press('Escape');
      await this.#rest();
    }
    expect.soft(this.#offer.isCovered, `${path}: Escape leaves what lies over it`).toBe(false);
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

  /** Presses a control and waits for what comes of it. Says what kept it from being pressed, or that nothing came. */
  async #press(kind: string): Promise<string> {
    const aim = await this.#aim(kind);
    if (aim === null) return 'gone';
    if (typeof aim === 'object' && 'obstacle' in aim) return `it lies under ${aim.obstacle}`;
    this.#handedOver = Promise.withResolvers();
    if (aim === 'keyboard') await this.#page.keyboard.press('Enter');
    else if (aim !== 'approached') {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    }
    const isChanged = await Promise.race([
      this.#handedOver.promise,
      // A page that is being left cannot be asked.
      this.#page.evaluate(() => pageChange.change()).catch(() => true),
    ]);
    await this.#rest();
    return isChanged ? 'pressed' : 'nothing is seen or heard of it';
  }

  /** Where a control is, having got there. Where it was already, what the page looks like is remembered in one go with that. */
  #aimOnce = (kind: string, last: Point | null): Promise<Aim> =>
    this.#page.evaluate(
      ([wanted, before]) => {
        const aim = pageControls.aim(wanted);
        const isWhereItWas = aim && typeof aim === 'object' && 'x' in aim && aim.x === before?.x && aim.y === before.y;
        // What a list brings from here on, and takes its button along with, comes of having got to its end.
        if (aim === 'keyboard' || isWhereItWas) pageChange.remember();
        return aim;
      },
      [kind, last] as const,
    );

  /** What scrolling there brings has come before the press, and so has the code that a pointer above it asks for. */
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
    // A list whose end is near goes on by itself, and takes its button along.
    return 'approached';
  }

  #noteLinks({ address, links }: Offer): void {
    for (const { href, isPlaceholder, html } of links) {
      if (this.links.has(href)) continue;
      expect.soft(isPlaceholder, `a link that leads nowhere: ${html}`).toBe(false);
      this.links.set(href, address);
    }
  }

  /** Until nothing is under way any more: a screen that comes late would take along what is pressed next. */
  async #rest(): Promise<void> {
    for (;;) {
      // A page that is being left is asked again when the next is there.
      const found = await this.#page.evaluate(() => pageChange.rest()).catch(() => null);
      if (found && 'unrest' in found) throw new Error(`${this.#page.url()} does not rest: ${found.unrest.join(', ')}`);
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
          message: `all has come at ${this.#page.url()}`,
        })
        .toEqual([]);
    }
  }
}
