export { Cover } from './cover.tsx';
export { ExternalCovers } from './external-covers.tsx';
export { allowSite, isOwnUrl, siteOf, useIsAllowed } from './external-sites.ts';
export { useListenerId } from './listener.ts';
export { MiniPlayer } from './mini-player.tsx';
export { PlayerPanel } from './player-panel.tsx';
export { closePlayer, play } from './player.ts';
export { readPlayer } from './player-store.ts';
export { SaveOffline } from './save-offline.tsx';
export {
  findSavedMeditation as findSaved,
  hasSaved,
  listSavedMeditations as listSaved,
  useSavedBytes,
} from './saved-audio.ts';
export { spokenMinutes, spokenTime } from './times.ts';
