// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page cannot use outer scopes
import type { Page } from '@playwright/test';
import { installPageControls, type ControlList, liveRegions } from './page-controls.ts';

export type PageChange = {
  /** Resolves with the available controls when the page stops changing, or with the activity at the timeout. */
  waitUntilIdle: () => Promise<ControlList | { activity: string[] }>;
  takeSnapshot: () => void;
  /** Returns whether the page differs from the snapshot before the timeout. Also waits for an announced popup. */
  waitForChange: () => Promise<boolean>;
};

declare global {
  var pageChange: PageChange;
}

/** Installs the crawler's helpers in each page, so that one query takes one round trip. */
export async function installPageChange(page: Page): Promise<void> {
  await installPageControls(page);
  await page.addInitScript((liveRegions) => {
    const timeoutMilliseconds = 30_000;
    /** Loading placeholders. React replaces some of them on a timer, without a request to wait for. */
    const placeholderSelector =
      'html[data-rendered]:not([data-ready]), progress, .animate-progress, .animate-breathe, .animate-turn, [aria-busy=true]';
    const isInLiveRegion = (element: Element) => element.closest(liveRegions) !== null;
    const stateAttributes = [
      'aria-expanded',
      'aria-pressed',
      'aria-checked',
      'aria-label',
      'data-state',
      'hidden',
      'open',
      'src',
    ];
    const statefulSelector = ['input', 'textarea', 'select', ...stateAttributes.map((name) => `[${name}]`)].join();
    const timePattern = /\b(?:less than a minute|about|just now|\d+ \w+) ago\b|\d+:\d\d/g;

    /** Returns everything that a member can see or a screen reader announces. */
    function readPage() {
      const announcements = [...document.querySelectorAll<HTMLElement>(liveRegions)]
        .map(({ textContent }) => textContent.trim())
        // A screen's title is announced some time after the screen appears.
        .filter((text) => text !== '' && text !== document.title);
      const visible = [
        location.href,
        document.documentElement.outerHTML.split('>', 1)[0],
        announcements.reduce((text, message) => text.replace(message, ''), document.body.textContent),
        ...[...document.querySelectorAll<HTMLInputElement>(statefulSelector)]
          .filter((element) => !isInLiveRegion(element))
          .map((element) =>
            [element.value, element.checked, ...stateAttributes.map((name) => element.getAttribute(name))].join(),
          ),
      ];
      const activeElement = document.activeElement;
      return {
        visible: visible.join('\n').replaceAll(timePattern, ''),
        announcements: announcements,
        focus: activeElement?.matches('input, textarea, select, h1, h2, main')
          ? activeElement.outerHTML.slice(0, 200)
          : '',
      };
    }
    let snapshot: ReturnType<typeof readPage>;
    const knownAnnouncements = new Set<string>();

    /** A new announcement or focus counts as a change. Its removal does not: it may belong to an earlier step. */
    function hasChanged() {
      const current = readPage();
      return (
        current.visible !== snapshot.visible ||
        current.announcements.some((text) => !knownAnnouncements.has(text)) ||
        (pageControls.lastLocated()?.isInLiveRegion === true &&
          current.announcements.length < snapshot.announcements.length) ||
        (current.focus !== '' && current.focus !== snapshot.focus)
      );
    }

    const waitForFrame = () => new Promise(requestAnimationFrame);
    /** Resolves after all pending tasks of higher priority. */
    const waitForPendingTasks = () => scheduler.postTask(() => undefined, { priority: 'background' });

    const findRunningAnimations = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

    async function findActivity(): Promise<string[]> {
      const changes: string[] = [];
      const observer = new MutationObserver((records) =>
        changes.push(...records.map(({ target, type }) => `${type} of ${target.nodeName}`)),
      );
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      await waitForPendingTasks();
      await waitForFrame();
      await waitForPendingTasks();
      observer.disconnect();
      changes.push(
        ...findRunningAnimations().map(({ effect }) => `motion of ${(effect as KeyframeEffect).target?.nodeName}`),
      );
      const visiblePlaceholders = [...document.querySelectorAll(placeholderSelector)].filter((element) =>
        element.checkVisibility(),
      );
      return [...changes, ...visiblePlaceholders.map((element) => element.outerHTML.slice(0, 120))];
    }

    globalThis.pageChange = {
      async waitUntilIdle() {
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
        for (const text of snapshot.announcements) knownAnnouncements.add(text);
      },

      async waitForChange() {
        const popupKind = pageControls.lastLocated()?.element.ariaHasPopup ?? '';
        const isDone = () => hasChanged() && (!['menu', 'dialog'].includes(popupKind) || pageControls.isCovered());
        const deadline = performance.now() + timeoutMilliseconds;
        while (!isDone()) {
          if (performance.now() > deadline) return false;
          await waitForFrame();
        }
        return true;
      },
    };
  }, liveRegions);
}
