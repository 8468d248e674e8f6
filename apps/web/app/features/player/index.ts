export { Cover, ExternalCovers } from './cover.tsx';
export { allowSite, externalUrl, isOwnUrl, siteOf, useIsAllowed, usePlayerMemberId } from './external-sites.ts';
export { useSavedPosition, useStartedMeditations } from './listening.ts';
export { PlayerPanel } from './player-panel.tsx';
export { PlayingGlow } from './playing-glow.tsx';
export { readPlayer, usePlayer } from './player-store.ts';
export { closePlayer, play } from './player.ts';
export { findSavedMeditation, listSavedMeditations, useSavedBytes } from './saved-audio.ts';
export { formatMinutes, spokenTime } from './times.ts';
