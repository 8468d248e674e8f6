import type { Settings } from '@commons/contract/profiles';
import { readStored, store } from './draft-storage.ts';

/** How pages look on this device, where that is not as the device itself says. */
export type Appearance = Pick<Settings, 'theme' | 'motion' | 'textSize'>;

const storageKey = 'appearance';
const grounds = { light: '#fbf8f2', dark: '#111916' };

/** Attributes of the root that the style sheet goes by; what is as the device says has none. */
export function showAppearance({ theme, motion, textSize }: Partial<Appearance>): void {
  const root = document.documentElement;
  const put = (name: 'theme' | 'motion' | 'textSize', value: string | undefined) => {
    if (value === undefined) delete root.dataset[name];
    else root.dataset[name] = value;
  };
  const chosen = theme === 'light' || theme === 'dark' ? theme : undefined;
  put('theme', chosen);
  put('motion', motion === 'reduced' ? motion : undefined);
  put('textSize', textSize === undefined || textSize === 100 ? undefined : String(textSize));
  // Browsers take the first that fits: those of the page, for either scheme, come after it.
  const id = 'chosen-theme-color';
  document.getElementById(id)?.remove();
  if (chosen) {
    const meta = Object.assign(document.createElement('meta'), { id, name: 'theme-color', content: grounds[chosen] });
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

/** Shows it, and keeps it for the next page of this device. */
export function keepAppearance({ theme, motion, textSize }: Appearance): void {
  showAppearance({ theme, motion, textSize });
  store(storageKey, JSON.stringify({ theme, motion, textSize }));
}
