/** Runs in the head of every page before the first paint: applies the reader's display settings. */
import { applyAppearance, applyThemeColor, readAppearance } from './lib/appearance.ts';
import { showOfflineMember } from './lib/member-hint.ts';

// The server has set the account's settings on a page that it has rendered.
if ('rendered' in document.documentElement.dataset) applyThemeColor();
else applyAppearance(readAppearance());
showOfflineMember();
