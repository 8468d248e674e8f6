/** Runs in the head of every page, before anything is painted: how this device's reader wants pages to look. */
import { readAppearance, showAppearance } from './lib/appearance.ts';
import { showOfflineMember } from './lib/member-hint.ts';

showAppearance(readAppearance());
showOfflineMember();
