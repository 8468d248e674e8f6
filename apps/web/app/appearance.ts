/** Runs in the head of every page before the first paint: applies the reader's display settings. */
import { readAppearance, applyAppearance } from './lib/appearance.ts';
import { showOfflineMember } from './lib/member-hint.ts';

applyAppearance(readAppearance());
showOfflineMember();
