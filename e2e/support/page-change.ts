// oxlint-disable unicorn/consistent-function-scoping -- what is put into the page takes along only what is within it
import type { Page } from '@playwright/test';
import { addPageControls, type Offer, speaking } from './page-controls.ts';

export type PageChange = {
  /** Resolves when nothing changes any more, with what is offered then, or what goes on changing. */
  rest: () => Promise<Offer | { unrest: string[] }>;
  remember: () => void;
  /** Whether the page comes to look otherwise than remembered: with what it said would open, where it said so. */
  change: () => Promise<boolean>;
};

declare global {
  var pageChange: PageChange;
}

/** Gives each page, before its own code, what a walker has to know of it: one question is then one round trip. */
export async function addPageChange(page: Page): Promise<void> {
  await addPageControls(page);
  await page.addInitScript((speaking) => {
    const patienceMilliseconds = 30_000;
    /** Shapes that stand in for something: what they stand in for comes by a timer of React's, with no request to wait for. */
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

    /** All that can be seen or heard. */
    function look() {
      const heard = [...document.querySelectorAll<HTMLElement>(speaking)]
        .map(({ textContent }) => textContent.trim())
        // The name of a screen is announced a while after it came.
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

    /** What is said, and the focus, are a change when they come: that they go may end something earlier. */
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
    /** After whatever else is to be done. */
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
