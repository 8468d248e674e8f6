import { type Appearance, appearanceAttributes } from '@commons/contract/members';
import { parseStored, readStored, store } from './storage.ts';

const storageKey = 'appearance';
const backgroundColors = { light: '#fbf8f2', dark: '#111916' };

/** Sets the attributes of the root and the color of the browser's bars. */
export function applyAppearance(appearance: Partial<Appearance>): void {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(appearanceAttributes(appearance))) {
    if (value === undefined) delete dataset[name];
    else dataset[name] = value;
  }
  applyThemeColor();
}

/** Sets the color of the browser's bars to that of the chosen theme. */
export function applyThemeColor(): void {
  const { theme } = document.documentElement.dataset;
  const id = 'chosen-theme-color';
  document.getElementById(id)?.remove();
  if (theme !== 'light' && theme !== 'dark') return;
  // Browsers use the first matching tag, so this one precedes those of the page.
  document.head.prepend(
    Object.assign(document.createElement('meta'), { id, name: 'theme-color', content: backgroundColors[theme] }),
  );
}

/** Returns the settings of this device; null if it is new. */
export const readAppearance = (): Partial<Appearance> | null =>
  parseStored(readStored(storageKey)) as Partial<Appearance> | null;

/** Applies the settings, and stores them for the next page on this device. */
export function saveAppearance({ theme, motion, textSize }: Appearance): void {
  applyAppearance({ theme, motion, textSize });
  store(storageKey, JSON.stringify({ theme, motion, textSize }));
}
