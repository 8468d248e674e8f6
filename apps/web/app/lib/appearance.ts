import type { Settings } from '@commons/contract/profiles';
import { readStored, store } from './draft-storage.ts';

/** Display settings of this device that override the system's. */
export type Appearance = Pick<Settings, 'theme' | 'motion' | 'textSize'>;

const storageKey = 'appearance';
const backgroundColors = { light: '#fbf8f2', dark: '#111916' };

/** Sets the root attributes that the style sheet uses. Settings that follow the system have no attribute. */
export function applyAppearance({ theme, motion, textSize }: Partial<Appearance>): void {
  const root = document.documentElement;
  const setDataAttribute = (name: 'theme' | 'motion' | 'textSize', value: string | undefined) => {
    if (value === undefined) delete root.dataset[name];
    else root.dataset[name] = value;
  };
  const forcedTheme = theme === 'light' || theme === 'dark' ? theme : undefined;
  setDataAttribute('theme', forcedTheme);
  setDataAttribute('motion', motion === 'reduced' ? motion : undefined);
  setDataAttribute('textSize', textSize === undefined || textSize === 100 ? undefined : String(textSize));
  // Browsers use the first matching tag, so this one precedes those of the page.
  const id = 'chosen-theme-color';
  document.getElementById(id)?.remove();
  if (forcedTheme) {
    const meta = Object.assign(document.createElement('meta'), {
      id,
      name: 'theme-color',
      content: backgroundColors[forcedTheme],
    });
    document.head.prepend(meta);
  }
}

export function readAppearance(): Partial<Appearance> {
  try {
    return (JSON.parse(readStored(storageKey) ?? '{}') as Partial<Appearance> | null) ?? {};
  } catch {
    return {};
  }
}

/** Applies the settings, and stores them for the next page on this device. */
export function saveAppearance({ theme, motion, textSize }: Appearance): void {
  applyAppearance({ theme, motion, textSize });
  store(storageKey, JSON.stringify({ theme, motion, textSize }));
}
