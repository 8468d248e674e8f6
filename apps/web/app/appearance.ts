/** Runs in the head of every page before the first paint: applies the reader's display settings. */
import { applyAppearance, applyThemeColor, readAppearance } from './lib/appearance.ts';
import { showOfflineMember } from './lib/member-hint.ts';

const stored = readAppearance();
// The server has set the account's settings on a page that it has rendered, and on public pages of a member's new device.
if ('rendered' in document.documentElement.dataset || stored === null) applyThemeColor();
else applyAppearance(stored);
showOfflineMember();
