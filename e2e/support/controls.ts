// oxlint-disable unicorn/consistent-function-scoping -- what is evaluated in the page takes along only what is within it
import type { ElementHandle, Page } from '@playwright/test';

export type Control = {
  element: ElementHandle<HTMLElement>;
  name: string;
  /** What it is, wherever and however often it stands: "Like" of one post is "Like" of all. */
  kind: string;
};

/** What takes something away or ends the session. Journeys of their own press these. */
const leftAlone =
  /\b(delete|remove|sign out|log out|block|leave|suspend|break|flag|revoke|disconnect|decline|withdraw|close this account)\b/i;

export const layers = '[role=menu], [role=dialog], [role=alertdialog]';

/** The screen that an address opens, whatever it opens there. */
export const screenOf = (address: string): string =>
  new URL(address, 'http://here').pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** What can be pressed now: in the uppermost layer where something lies over the page. */
export async function controlsOn(page: Page): Promise<Control[]> {
  const found = await page.evaluateHandle(
    ({ overlaid, screen }) => {
      const pressable =
        'button, summary, input[type=checkbox], input[type=radio], [role=button], [role=tab], [role=switch], [role^=menuitem]';
      const words = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').trim();
      const nameOf = (element: HTMLElement): string => {
        const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
        const labels = (element as HTMLInputElement).labels;
        return (
          element.ariaLabel ??
          (label && nameOf(label)) ??
          labels?.[0]?.innerText ??
          (element.innerText || element.title)
        );
      };
      const beginning = (name: string) => words(name.split(/[,:“]/)[0] ?? '');
      const twoWords = (name: string) => beginning(name).split(' ').slice(0, 2).join(' ');
      const layer = [...document.querySelectorAll<HTMLElement>(overlaid)].at(-1);

      const placeOf = (element: HTMLElement) => {
        if (layer?.contains(element)) return `${layer.role} ${twoWords(nameOf(layer))}`;
        if (element.closest('[data-post-id]')) return 'post';
        return element.closest('main') ? screen : 'shell';
      };
      // Of two buttons of which one is always chosen, the chosen one has nothing to do.
      const isChosen = (element: HTMLElement) =>
        element.ariaSelected === 'true' ||
        (element.matches('[type=radio], [role=radio], [role=menuitemradio]') &&
          ((element as HTMLInputElement).checked || element.ariaChecked === 'true')) ||
        (element.ariaPressed === 'true' &&
          (element.closest('[role=group], ul, fieldset')?.querySelectorAll('[aria-pressed]').length ?? 0) > 1 &&
          !element.closest('article'));

      return [...document.querySelectorAll<HTMLElement>(pressable)]
        .filter(
          (element) =>
            (!layer || layer.contains(element)) &&
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.matches(':disabled, [aria-disabled=true], [aria-busy=true]') &&
            !element.closest('[inert], [aria-hidden=true]') &&
            !isChosen(element),
        )
        .map((element) => {
          const name = nameOf(element);
          const isRepeated = element.closest('article, li, tr, [role=row]') !== null;
          const role = element.role ?? ((element as HTMLInputElement).type || element.tagName.toLowerCase());
          const called = isRepeated ? twoWords(name) : beginning(name);
          const isOneOfGroup = role === 'radio' && layer !== undefined;
          return { element, name, kind: `${placeOf(element)} > ${role} ${isOneOfGroup ? '' : called}`.trim() };
        });
    },
    { overlaid: layers, screen: screenOf(page.url()) },
  );
  const told = await found.evaluate((all) => all.map(({ name, kind }) => ({ name, kind })));
  const elements = await found.evaluateHandle((all) => all.map(({ element }) => element));
  const handles = await elements.getProperties();
  return told
    .map((control, index) => ({
      ...control,
      element: handles.get(String(index))?.asElement() as ElementHandle<HTMLElement>,
    }))
    .filter(({ name }) => !leftAlone.test(name));
}

/** All that can be seen or heard of a page. */
export type Look = { seen: string; heard: string; focus: string };

export const lookAt = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const states = [
      'aria-expanded',
      'aria-pressed',
      'aria-checked',
      'aria-label',
      'data-state',
      'open',
      'src',
      'style',
    ];
    const stateful = ['input', 'textarea', 'select', ...states.map((name) => `[${name}]`)].join();
    const speaking = '[role=status], [role=alert], [aria-live], [aria-label^=Notifications]';
    const clocks = /\b(?:less than a minute|about|just now|\d+ \w+) ago\b|\d+:\d\d/g;
    const heard = [...document.querySelectorAll<HTMLElement>(speaking)]
      .map(({ innerText }) => innerText.trim())
      .filter((text) => text !== '');
    const seen = [
      location.href,
      document.documentElement.outerHTML.split('>', 1)[0],
      heard.reduce((words, text) => words.replace(text, ''), document.body.innerText),
      ...[...document.querySelectorAll<HTMLInputElement>(stateful)]
        .filter((element) => !element.closest(speaking))
        .map((element) => [element.value, element.checked, ...states.map((name) => element.getAttribute(name))].join()),
    ];
    const active = document.activeElement;
    return {
      seen: seen.join('\n').replaceAll(clocks, ''),
      heard: heard.join('\n'),
      focus: active?.matches('input, textarea, select, h1, h2, main') ? active.outerHTML.slice(0, 200) : '',
    };
  });

/**
 * What is said by itself, and the focus, are a change when they come: that they go may be the end of something earlier.
 */
export const isChanged = (before: Look, after: Look): boolean =>
  before.seen !== after.seen ||
  (after.heard !== '' && after.heard !== before.heard) ||
  (after.focus !== '' && after.focus !== before.focus);

/** The links of a page, and whether they lead anywhere as far as the page knows. */
export const linksOn = (page: Page): Promise<{ href: string; isPlaceholder: boolean; html: string }[]> =>
  page.locator('a').evaluateAll((links) =>
    (links as HTMLAnchorElement[]).map((link) => {
      const written = link.getAttribute('href')?.trim() ?? '';
      const isPlaceholder =
        !/^(?:https?|tel|sms|mailto|blob):$/.test(link.protocol) ||
        written === '' ||
        written === '#' ||
        (written.startsWith('#') && document.getElementById(decodeURIComponent(written.slice(1))) === null);
      return { href: link.href, isPlaceholder, html: link.outerHTML.slice(0, 160) };
    }),
  );
