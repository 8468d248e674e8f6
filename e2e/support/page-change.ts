// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page cannot use outer scopes
import type { Page } from '@playwright/test';
import { addPageControls, type ControlList, liveRegions } from './page-controls.ts';

export type PageChange = {
  /** Resolves when the page stops changing, with the available controls, or with the activity at the timeout. */
  settle: () => Promise<ControlList | { activity: string[] }>;
  takeSnapshot: () => void;
  /** Returns whether the page differs from the snapshot before the timeout. Also waits for an announced popup. */
  waitForChange: () => Promise<boolean>;
};

declare global {
  var pageChange: PageChange;
}

/** Installs the crawler's helpers in each page, so that one query takes one round trip. */
export async function addPageChange(page: Page): Promise<void> {
  await addPageControls(page);
  await page.addInitScript((liveRegions) => {
    const timeoutMilliseconds = 30_000;
    /** Loading placeholders. React replaces some of them on a timer, without a request to wait for. */
    const placeholders =
      'html[data-rendered]:not([data-ready]), progress, .animate-progress, .animate-breathe, .animate-turn, [aria-busy=true]';
    const isInLiveRegion = (element: Element) => element.closest(liveRegions) !== null;
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
    function readPage() {
      const announced = [...document.querySelectorAll<HTMLElement>(liveRegions)]
        .map(({ textContent }) => textContent.trim())
        // A screen's title is announced some time after the screen appears.
        .filter((text) => text !== '' && text !== document.title);
      const visible = [
        location.href,
        document.documentElement.outerHTML.split('>', 1)[0],
        announced.reduce((text, message) => text.replace(message, ''), document.body.textContent),
        ...[...document.querySelectorAll<HTMLInputElement>(stateful)]
          .filter((element) => !isInLiveRegion(element))
          .map((element) =>
            [element.value, element.checked, ...states.map((name) => element.getAttribute(name))].join(),
          ),
      ];
      const active = document.activeElement;
      return {
        visible: visible.join('\n').replaceAll(clocks, ''),
        announced,
        focus: active?.matches('input, textarea, select, h1, h2, main') ? active.outerHTML.slice(0, 200) : '',
      };
    }
    let snapshot: ReturnType<typeof readPage>;
    const everAnnounced = new Set<string>();

    /** Announcements and focus count as a change when they appear. Their removal may belong to an earlier step. */
    function isChanged() {
      const now = readPage();
      return (
        now.visible !== snapshot.visible ||
        now.announced.some((text) => !everAnnounced.has(text)) ||
        (pageControls.located()?.isInLiveRegion === true && now.announced.length < snapshot.announced.length) ||
        (now.focus !== '' && now.focus !== snapshot.focus)
      );
    }

    const frame = () => new Promise(requestAnimationFrame);
    /** Resolves after all tasks of higher priority. */
    const idle = () => scheduler.postTask(() => undefined, { priority: 'background' });

    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

    async function findActivity(): Promise<string[]> {
      const changes: string[] = [];
      const observer = new MutationObserver((records) =>
        changes.push(...records.map(({ target, type }) => `${type} of ${target.nodeName}`)),
      );
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      await idle();
      await frame();
      await idle();
      observer.disconnect();
      changes.push(...running().map(({ effect }) => `motion of ${(effect as KeyframeEffect).target?.nodeName}`));
      const shownPlaceholders = [...document.querySelectorAll(placeholders)].filter((element) =>
        element.checkVisibility(),
      );
      return [...changes, ...shownPlaceholders.map((element) => element.outerHTML.slice(0, 120))];
    }

    globalThis.pageChange = {
      async settle() {
        const deadline = performance.now() + 2 * timeoutMilliseconds;
        for (;;) {
          const activity = await findActivity();
          if (activity.length === 0) break;
          if (performance.now() > deadline) return { activity };
        }
        return pageControls.list();
      },

      takeSnapshot() {
        snapshot = readPage();
        for (const text of snapshot.announced) everAnnounced.add(text);
      },

      async waitForChange() {
        const opens = pageControls.located()?.element.ariaHasPopup ?? '';
        const isDone = () => isChanged() && (!['menu', 'dialog'].includes(opens) || pageControls.isCovered());
        const deadline = performance.now() + timeoutMilliseconds;
        while (!isDone()) {
          if (performance.now() > deadline) return false;
          await frame();
        }
        return true;
      },
    };
  }, liveRegions);
}
