// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page cannot use outer scopes
import type { Page } from '@playwright/test';

/** Selector of live regions, which screen readers announce. */
export const liveRegions = '[role=status], [role=alert], [aria-live], [aria-label^=Notifications]';

/** A control of a page. Repeated controls share one kind, for example the "Like" buttons of all posts. */
export type Control = { name: string; kind: string };

export type Link = {
  href: string;
  /** Whether the link has no target, for example an empty or unknown fragment. */
  isPlaceholder: boolean;
  html: string;
};

export type ControlList = {
  address: string;
  /** Whether an overlay covers the page, so that controls below it cannot be pressed. */
  isCovered: boolean;
  /** One control of each kind. */
  controls: Control[];
  /** Links that earlier lists did not contain. */
  links: Link[];
};

/** In pixels of the viewport. */
export type Point = { x: number; y: number };

/** Point at which a pointer hits the control, the obstacle that covers it, or `keyboard` if only the keyboard works. */
export type PressTarget = Point | { obstacle: string; dismissPoint: Point | null } | 'keyboard' | null;

export type PageControls = {
  /** Returns the controls that can be pressed now: those of the topmost overlay, if there is one. */
  list: () => ControlList;
  isCovered: () => boolean;
  /** Scrolls a control of this kind into view and returns where to press it. */
  locate: (kind: string) => PressTarget;
  /** The control located last, and whether it is inside a live region. */
  lastLocated: () => { element: HTMLElement; isInLiveRegion: boolean } | null;
};

declare global {
  var pageControls: PageControls;
}

export const installPageControls = (page: Page): Promise<unknown> =>
  page.addInitScript((liveRegions) => {
    const overlaySelector = '[role=menu], [role=dialog], [role=alertdialog]';
    const controlSelector =
      'button, summary, input[type=checkbox], input[type=radio], [role=button], [role=tab], [role=switch], [role^=menuitem], a[href]';
    /** Controls that delete something or end the session. Dedicated journeys press these. */
    const skippedNames =
      /\b(delete|remove|sign out|log out|block|leave|suspend|break|flag|revoke|disconnect|decline|withdraw|close this account)\b/i;
    const isInLiveRegion = (element: Element) => element.closest(liveRegions) !== null;

    const screenOf = (address: string) => new URL(address).pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');
    const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').trim();
    const nameStart = (name: string) => normalize(name.split(/[,:“]/)[0] ?? '');
    const firstTwoWords = (name: string) => nameStart(name).split(' ').slice(0, 2).join(' ');
    const topOverlay = () => [...document.querySelectorAll<HTMLElement>(overlaySelector)].at(-1);

    function accessibleName(element: HTMLElement): string {
      const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
      const labels = (element as HTMLInputElement).labels;
      return (
        element.ariaLabel ??
        (label && accessibleName(label)) ??
        labels?.[0]?.innerText ??
        (element.innerText || element.title)
      );
    }

    function areaOf(element: HTMLElement): string {
      const overlay = topOverlay();
      if (overlay?.contains(element)) return `${overlay.role} ${firstTwoWords(accessibleName(overlay))}`;
      if (element.closest('[data-post-id]')) return 'post';
      return element.closest('main') ? screenOf(location.href) : 'shell';
    }

    function kindOf(element: HTMLElement, name: string): string {
      // Links to the same screen are one kind.
      if (element instanceof HTMLAnchorElement)
        return element.hash ? `${areaOf(element)} > link to ${element.hash}` : `link to ${screenOf(element.href)}`;
      const role = element.role ?? ((element as HTMLInputElement).type || element.tagName.toLowerCase());
      const isRepeated = element.closest('article, li, tr, [role=row]') !== null;
      const label = isRepeated ? firstTwoWords(name) : nameStart(name);
      // All dialogs share one close button.
      if (label === 'Close' && topOverlay()) return `dialog > ${label}`;
      return `${areaOf(element)} > ${role} ${role === 'radio' && topOverlay() ? '' : label}`.trim();
    }

    /** Pressing the selected option of a group has no effect. */
    const isSelected = (element: HTMLElement) =>
      element.ariaSelected === 'true' ||
      (element.matches('[type=radio], [role=radio], [role=menuitemradio]') &&
        ((element as HTMLInputElement).checked || element.ariaChecked === 'true')) ||
      (element.ariaPressed === 'true' &&
        (element.closest('[role=group], ul, fieldset')?.querySelectorAll('[aria-pressed]').length ?? 0) > 1 &&
        !element.closest('article'));

    const withoutHash = (address: string) => address.split('#', 1)[0];

    /** External links leave the community, and a link to the current page has no effect. */
    const isNavigable = (link: HTMLAnchorElement) =>
      link.origin === location.origin &&
      (link.hash === '' ? link.href !== withoutHash(location.href) : link.href !== location.href);

    function controls() {
      const overlay = topOverlay();
      return [...document.querySelectorAll<HTMLElement>(controlSelector)]
        .filter(
          (element) =>
            (!overlay || overlay.contains(element)) &&
            element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
            !element.matches(':disabled, [aria-disabled=true], [aria-busy=true]') &&
            !element.closest('[inert], [aria-hidden=true]') &&
            (!(element instanceof HTMLAnchorElement) || isNavigable(element)) &&
            !isSelected(element),
        )
        .map((element) => ({ element, name: accessibleName(element) }))
        .filter(({ name }) => !skippedNames.test(name))
        .map(({ element, name }) => ({ element, name, kind: kindOf(element, name) }));
    }
    let listedControls: ReturnType<typeof controls> = [];

    const reportedLinks = new Set<string>();
    const findNewLinks = (): Link[] =>
      [...document.querySelectorAll('a')]
        .filter(({ href }) => !reportedLinks.has(href))
        .map((link) => {
          reportedLinks.add(link.href);
          const href = link.getAttribute('href')?.trim() ?? '';
          const isPlaceholder =
            !/^(?:https?|tel|sms|mailto|blob):$/.test(link.protocol) ||
            href === '' ||
            href === '#' ||
            (href.startsWith('#') && document.getElementById(decodeURIComponent(href.slice(1))) === null);
          return { href: link.href, isPlaceholder, html: link.outerHTML.slice(0, 160) };
        });

    const centerOf = ({ x, y, width, height }: DOMRect): Point => ({ x: x + width / 2, y: y + height / 2 });

    /** Returns the point at which a pointer hits the element, or the obstacle that covers it. */
    function findTarget(element: HTMLElement): Exclude<PressTarget, 'keyboard' | null> {
      let hitElement: Element | null = null;
      const label = (element as HTMLInputElement).labels?.[0];
      for (const box of [...element.getClientRects(), ...(label?.getClientRects() ?? [])]) {
        const point = centerOf(box);
        hitElement = document.elementFromPoint(point.x, point.y);
        if (element.contains(hitElement) || (hitElement && hitElement.closest('label')?.control === element))
          return point;
      }
      // A toast can be dismissed. It would also disappear on its own.
      const dismissButton = hitElement?.closest('[data-swipe-direction]')?.querySelector('button:last-of-type');
      return {
        obstacle: hitElement?.outerHTML.slice(0, 160) ?? 'the edge of the window',
        dismissPoint: dismissButton ? centerOf(dismissButton.getBoundingClientRect()) : null,
      };
    }

    let lastLocated: ReturnType<PageControls['lastLocated']> = null;

    globalThis.pageControls = {
      list() {
        // Controls of live regions come first, because a toast disappears soon.
        listedControls = controls().toSorted(
          (a, b) => Number(isInLiveRegion(b.element)) - Number(isInLiveRegion(a.element)),
        );
        return {
          address: location.href,
          isCovered: topOverlay() !== undefined,
          controls: [...new Map(listedControls.map(({ kind, name }) => [kind, { kind, name }])).values()],
          links: findNewLinks(),
        };
      },

      isCovered: () => topOverlay() !== undefined,

      locate(kind) {
        let target: PressTarget = null;
        for (const { element } of listedControls.filter(
          (control) => control.kind === kind && control.element.isConnected,
        )) {
          lastLocated = { element, isInLiveRegion: isInLiveRegion(element) };
          target = findTarget(element);
          if (!('obstacle' in target)) return target;
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          target = findTarget(element);
          if (!('obstacle' in target)) return target;
          // A skip link stays above the viewport until it gets focus.
          if (element.getBoundingClientRect().bottom < 0 && scrollY === 0) {
            element.focus();
            return 'keyboard';
          }
        }
        return target;
      },

      lastLocated: () => lastLocated,
    };
  }, liveRegions);
