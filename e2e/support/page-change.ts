// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page cannot use outer scopes
import type { Page } from '@playwright/test';
import { addPageControls, type Offer, speaking } from './page-controls.ts';

export type PageChange = {
  /** Resolves when the page stops changing, with the available controls, or with the activity at the timeout. */
  rest: () => Promise<Offer | { unrest: string[] }>;
  remember: () => void;
  /** Returns whether the page differs from the snapshot before the timeout. Also waits for an announced popup. */
  change: () => Promise<boolean>;
};

declare global {
  var pageChange: PageChange;
}

/** Installs the crawler's helpers in each page, so that one query takes one round trip. */
export async function addPageChange(page: Page): Promise<void> {
  await addPageControls(page);
  await page.addInitScript((speaking) => {
    const patienceMilliseconds = 30_000;
    /** Loading placeholders. React replaces some of them on a timer, without a request to wait for. */
    const standIns = '#first-view, progress, .animate-progress, .animate-breathe, .animate-turn, [aria-busy=true]';
    const isSpoken = (element: Element) => element.closest(speaking) !== null;
    const states = [
      'aria-expanded',
      'aria-pressed',
      'aria-checked',
      'aria-label',
      'data-state',
      'hidden',
      'open',
      'src',
    ];
    const stateful = ['input', 'textarea', 'select', ...states.map((name) => `[${name}]`)].join();
    const clocks = /\b(?:less than a minute|about|just now|\d+ \w+) ago\b|\d+:\d\d/g;

    /** Returns everything that a member can see or hear. */
    function look() {
      const heard = [...document.querySelectorAll<HTMLElement>(speaking)]
        .map(({ textContent }) => textContent.trim())
        // A screen's title is announced some time after the screen appears.
        .filter((text) => text !== '' && text !== document.title);
      const seen = [
        location.href,
        document.documentElement.outerHTML.split('>', 1)[0],
        heard.reduce((text, said) => text.replace(said, ''), document.body.textContent),
        ...[...document.querySelectorAll<HTMLInputElement>(stateful)]
          .filter((element) => !isSpoken(element))
          .map((element) =>
            [element.value, element.checked, ...states.map((name) => element.getAttribute(name))].join(),
          ),
      ];
      const active = document.activeElement;
      return {
        seen: seen.join('\n').replaceAll(clocks, ''),
        heard,
        focus: active?.matches('input, textarea, select, h1, h2, main') ? active.outerHTML.slice(0, 200) : '',
      };
    }
    let remembered: ReturnType<typeof look>;
    const everHeard = new Set<string>();

    /** Announcements and focus count as a change when they appear. Their removal may belong to an earlier step. */
    function isChanged() {
      const now = look();
      return (
        now.seen !== remembered.seen ||
        now.heard.some((text) => !everHeard.has(text)) ||
        (pageControls.aimed()?.isSaid === true && now.heard.length < remembered.heard.length) ||
        (now.focus !== '' && now.focus !== remembered.focus)
      );
    }

    const frame = () => new Promise(requestAnimationFrame);
    /** Resolves after all tasks of higher priority. */
    const leisure = () => scheduler.postTask(() => undefined, { priority: 'background' });

    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

    async function findUnrest(): Promise<string[]> {
      const changes: string[] = [];
      const observer = new MutationObserver((records) =>
        changes.push(...records.map(({ target, type }) => `${type} of ${target.nodeName}`)),
      );
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      await leisure();
      await frame();
      await leisure();
      observer.disconnect();
      changes.push(...running().map(({ effect }) => `motion of ${(effect as KeyframeEffect).target?.nodeName}`));
      const awaited = [...document.querySelectorAll(standIns)].filter((element) => element.checkVisibility());
      return [...changes, ...awaited.map((element) => element.outerHTML.slice(0, 120))];
    }

    globalThis.pageChange = {
      async rest() {
        const giveUp = performance.now() + 2 * patienceMilliseconds;
        for (;;) {
          const unrest = await findUnrest();
          if (unrest.length === 0) break;
          if (performance.now() > giveUp) return { unrest };
        }
        return pageControls.offer();
      },

      remember() {
        remembered = look();
        for (const text of remembered.heard) everHeard.add(text);
      },

      async change() {
        const opens = pageControls.aimed()?.element.ariaHasPopup ?? '';
        const isDone = () => isChanged() && (!['menu', 'dialog'].includes(opens) || pageControls.isCovered());
        const giveUp = performance.now() + patienceMilliseconds;
        while (!isDone()) {
          if (performance.now() > giveUp) return false;
          await frame();
        }
        return true;
      },
    };
  }, speaking);
}
