import { readStored, store } from './storage.ts';

const storageKey = 'shortcuts';

/** Single-key shortcuts can be turned off, because dictation or a tremor can trigger them (WCAG 2.1.4). */
export const areShortcutsEnabled = (): boolean => readStored(storageKey) !== 'off';
export const setShortcutsEnabled = (isOn: boolean): boolean => store(storageKey, isOn ? '' : 'off');

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName));

export const isSomethingOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Whether a key press is a page-wide shortcut. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !isSomethingOpen() &&
  areShortcutsEnabled();
